import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** A pipe without a writer would be waited for; it does not exist on Windows. */
const PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** A link is refused, too. */
const FLAGS = PLAIN | (constants.O_NOFOLLOW ?? 0);

/** A small text file of our own, and when it was written. */
export interface SmallFile {
  readonly text: string;
  readonly changedMs: number;
}

/**
 * A small file that we wrote ourselves. Undefined for everything else: nothing there, a link, a pipe, a folder, another
 * user's file, or one of more than `maxBytes`. Never throws.
 */
export function readSmall(path: string, maxBytes: number): SmallFile | undefined {
  return read(path, maxBytes, FLAGS, process.getuid?.());
}

/** The text of a small file, whoever wrote it, links followed; undefined as above. Never throws. */
export const readSmallFile = (path: string, maxBytes: number): string | undefined =>
  read(path, maxBytes, PLAIN, undefined)?.text;

function read(path: string, maxBytes: number, flags: number, uid: number | undefined): SmallFile | undefined {
  // Most of these files are not there, and an exception costs more than a look.
  if (!existsSync(path)) return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > maxBytes || (uid !== undefined && stat.uid !== uid)) return undefined;
    const bytes = Buffer.alloc(stat.size);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    return { text: bytes.toString('utf8', 0, length), changedMs: stat.mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
