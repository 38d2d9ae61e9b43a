import type { spawnSync as SpawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { win32 } from 'node:path';
import { MIB } from '#core/units.ts';
import { readRegistry, type ToolRun } from './registry-value.ts';
import { statPath } from './stat-path.ts';
import type { TextFile } from './text-file-cache.ts';

/** A program of the system that does not answer in this time is taken as one that cannot read; the same limit as the host's. */
const LIMIT_MS = 5_000;
/** Nobody writes settings of this size. */
const MAX_BYTES = 2 * MIB;
/** The registry tells nobody that it changed: it is looked at again after this time. */
const REGISTRY_AGE_MS = 60_000;

export interface ManagedSettingsOptions {
  /** Programs of the system, absolute: what lies in PATH may be another's. */
  readonly plutil: string;
  readonly reg: string;
  readonly nowMs: () => number;
}

/** Where the two programs lie, as far as the system has them. */
export const systemTools = (
  systemRoot: string | undefined,
): Pick<ManagedSettingsOptions, 'plutil' | 'reg'> => ({
  plutil: '/usr/bin/plutil',
  reg: win32.join(systemRoot ?? 'C:\\Windows', 'System32', 'reg.exe'),
});

function run(program: string, args: readonly string[]): ToolRun {
  // Loaded where it is needed: hooks read settings too, and most systems have none of these.
  const { spawnSync } = createRequire(process.execPath)('node:child_process') as {
    spawnSync: typeof SpawnSync;
  };
  const ended = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: MAX_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const { error, status, stdout } = ended;
  if (error === undefined) return { exitCode: status, stdout };
  return { exitCode: null, stdout: '', why: 'code' in error ? String(error.code) : error.message };
}

function readPlist(plutil: string, file: string): TextFile {
  const { exitCode, stdout, why } = run(plutil, ['-convert', 'json', '-o', '-', '--', file]);
  if (exitCode === 0) return { kind: 'text', text: stdout };
  return { kind: 'unreadable', why: `plutil: ${why ?? `exit code ${exitCode}`}` };
}

/**
 * Reads settings that only a program of the system can read: property lists of macOS, again when the file changed, and keys of
 * the Windows registry, again after a minute. The same object comes back as long as nothing changed.
 */
export function createManagedReader(
  options: ManagedSettingsOptions,
): (kind: 'plist' | 'registry', name: string) => TextFile {
  const known = new Map<string, { readonly mark: string; readonly atMs: number; readonly file: TextFile }>();

  const keep = (name: string, mark: string, file: TextFile): TextFile => {
    const before = known.get(name)?.file;
    const same = before !== undefined && JSON.stringify(before) === JSON.stringify(file) ? before : file;
    known.set(name, { mark, atMs: options.nowMs(), file: same });
    return same;
  };

  function plist(file: string): TextFile {
    const stat = statPath(file);
    const mark =
      stat === undefined ? 'absent' : [stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ');
    const before = known.get(file);
    if (before?.mark === mark) return before.file;
    return keep(file, mark, stat === undefined ? { kind: 'absent' } : readPlist(options.plutil, file));
  }

  function registry(key: string): TextFile {
    const before = known.get(key);
    if (before !== undefined && options.nowMs() - before.atMs < REGISTRY_AGE_MS) return before.file;
    return keep(
      key,
      '',
      readRegistry(key, (args) => run(options.reg, args)),
    );
  }

  return (kind, name) => (kind === 'plist' ? plist(name) : registry(name));
}
