import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { KIB } from '#core/units.ts';

/** The last lines are wanted most often; each further piece is twice as large, so that no byte is copied often. */
const FIRST_BYTES = 64 * KIB;
const LINE_END = 10;

/** How far a look from the end has come. */
export interface TailLook {
  /** True when `visit` said that it has seen enough, or the file's start was reached. */
  readonly isDone: boolean;
}

/**
 * Gives `visit` the lines of a file from its end, at most `maxBytes` of them, until it returns true. A line of which only
 * a part was read is left out, and so is what stands behind the last line end when it is no whole line yet: the caller
 * sees that by its own means. Nothing is visited when there is no regular file. @throws what `visit` throws
 */
export function tailLines(path: string, maxBytes: number, visit: (line: Buffer) => boolean): TailLook {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return { isDone: true };
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { isDone: true };
    return look(descriptor, stat.size, maxBytes, visit);
  } finally {
    closeSync(descriptor);
  }
}

function look(
  descriptor: number,
  size: number,
  maxBytes: number,
  visit: (line: Buffer) => boolean,
): TailLook {
  const first = Math.max(0, size - maxBytes);
  let start = size;
  /** Bytes from `start` on that belong to a line whose start was not read yet. */
  let rest: Buffer = Buffer.alloc(0);
  for (let pieceBytes = FIRST_BYTES; start > first; pieceBytes *= 2) {
    const from = Math.max(first, start - pieceBytes);
    const piece = Buffer.allocUnsafe(start - from + rest.length);
    const got = readSync(descriptor, piece, 0, start - from, from);
    // Cut meanwhile: what was seen before is no longer there.
    if (got < start - from) return { isDone: true };
    rest.copy(piece, start - from);
    start = from;
    let end = piece.length;
    for (let at = end - 1; at >= 0; ) {
      const lineEnd = piece.lastIndexOf(LINE_END, at);
      if (lineEnd < 0) break;
      if (lineEnd + 1 < end && visit(piece.subarray(lineEnd + 1, end))) return { isDone: true };
      end = lineEnd;
      at = lineEnd - 1;
    }
    rest = piece.subarray(0, end);
  }
  if (start > 0) return { isDone: false };
  if (rest.length > 0) visit(rest);
  return { isDone: true };
}
