import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A link is refused, and a pipe without a writer, which would be waited for. Neither exists on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

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
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    const stat = fstatSync(descriptor);
    const uid = process.getuid?.();
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
