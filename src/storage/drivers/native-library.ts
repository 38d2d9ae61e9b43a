import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { err, ok, type Result } from '#core/result.ts';
import { libcOfThisProcess } from './elf.ts';
import { NATIVE_LIBRARIES, NATIVE_VERSION, type NativeLibrary } from './native-table.ts';

/** The machine as far as the choice of a prebuilt library depends on it. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Only asked for on Linux. Undefined: unknown. */
  readonly libc: () => 'glibc' | 'musl' | undefined;
}

export const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  libc: () => libcOfThisProcess() ?? reportedLibc(),
};

/** The table's entry for a machine, or why there is none. An unknown C library counts as glibc. */
export function findLibrary(machine: Machine): Result<NativeLibrary, string> {
  const system = `${machine.platform}-${machine.arch}`;
  const key = machine.platform === 'linux' ? `${system}-${machine.libc() ?? 'glibc'}` : system;
  const entry = Object.entries(NATIVE_LIBRARIES).find(([name]) => name === key)?.[1];
  return entry === undefined ? err(`no library was built for ${key}`) : ok(entry);
}

/**
 * The path of the checked library file, or why it must not be loaded. Checked before it is mapped: a file that is cut
 * short can kill the process while it is loaded.
 */
export function checkLibrary(nativeDir: string, entry: NativeLibrary): Result<string, string> {
  const path = join(nativeDir, entry.file);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    return err(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  if (bytes.length !== entry.bytes)
    return err(`${path} has ${bytes.length} bytes instead of ${entry.bytes}; it was not copied whole`);
  // Loaded here: a hook that knows the file from before must not wait for it.
  const { createHash } = createRequire(path)('node:crypto') as typeof import('node:crypto');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sha256 === entry.sha256
    ? ok(path)
    : err(`${path} is not that of release ${NATIVE_VERSION} (sha256 ${sha256})`);
}

/** For static or unusual programs. Without the network part, which can wait for DNS. */
function reportedLibc(): 'glibc' | 'musl' | undefined {
  const report: unknown = Object.assign(process.report, { excludeNetwork: true }).getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return undefined;
  const { header } = report;
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}
