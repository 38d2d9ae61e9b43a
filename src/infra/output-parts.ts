import { randomBytes } from 'node:crypto';
import { lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { isAlive } from './process/is-alive.ts';

/** `run-<pid>-<random>.part`: an output while it comes, in the folder of originals. With `.bin`: what of it is no text. */
const PART_NAME = /^run-(\d+)-[0-9a-f]+\.part(\.bin)?$/;
/** No run lasts longer, so nobody writes to what was untouched for so long. */
const ABANDONED_MS = 600_000;

const nameOfOwn = (): string => `run-${process.pid}-${randomBytes(8).toString('hex')}.part`;

/** A name for an output that comes, which nobody else has; nothing is created. */
export const outputPart = (outDir: string): string => join(outDir, nameOfOwn());

/** True for what somebody is still writing to: it is no original yet. */
export function isLivePart(name: string): boolean {
  const pid = PART_NAME.exec(name)?.[1];
  return pid !== undefined && isAlive(Number(pid));
}

/** A new file, opened for writing, 0600: the first, or the spare one where that cannot be. @throws the file system's error */
export function openFirst(
  file: string,
  spare: string | undefined,
): { readonly fd: number; readonly file: string } {
  try {
    return { fd: openNew(file), file };
  } catch (thrown) {
    if (spare === undefined) throw thrown;
    return { fd: openNew(spare), file: spare };
  }
}

/** Makes the folder, which must be no link. */
function openNew(file: string): number {
  const folder = dirname(file);
  makeFolder(folder);
  if (lstatSync(folder).isSymbolicLink()) throw new Error(`${folder} is a symbolic link`);
  return openSync(file, 'wx', 0o600);
}

/**
 * Takes what servers that are no longer alive left of outputs: the texts come back under names of our own, each to one caller
 * only; what is no text is removed, since nothing is known of it. Empty where there is nothing, or the folder cannot be read.
 */
export function takeAbandonedParts(
  outDir: string,
  nowMs: number,
): readonly { readonly file: string; readonly writtenMs: number }[] {
  let names: readonly string[];
  try {
    names = readdirSync(outDir);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, pid, binary] = PART_NAME.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) return [];
    const from = join(outDir, name);
    try {
      const stat = lstatSync(from);
      if (nowMs - stat.mtimeMs < ABANDONED_MS) return [];
      if (binary !== undefined || !stat.isFile()) {
        rmSync(from, { force: true });
        return [];
      }
      const file = outputPart(outDir);
      renameSync(from, file);
      return [{ file, writtenMs: Math.round(stat.mtimeMs) }];
    } catch {
      // Another server was faster, or the folder cannot be written: then it is tried again another time.
      return [];
    }
  });
}
