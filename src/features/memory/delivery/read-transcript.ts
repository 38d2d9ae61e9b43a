import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MIB } from '#core/units.ts';

/** What is further back was seen when it happened, or is lost: reading more would hold up the hooks. */
const PART_BYTES = 4 * MIB;
const LINE_FEED = 0x0a;
/** A link is not what the host wrote, and a pipe would be waited for. Neither exists on Windows. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface TranscriptPart {
  /** Complete lines with the position behind each. */
  readonly lines: readonly (readonly [text: string, end: number])[];
  /** Position behind the last of them. */
  readonly end: number;
  /** Of the whole file. */
  readonly size: number;
}

const NOTHING: TranscriptPart = { lines: [], end: 0, size: 0 };

/**
 * The complete lines from a position on, those of the last megabytes; a line without its end waits. A position behind the
 * end (it is another file) counts as 0. Nothing where there is no such file, or it may not be read.
 */
export function readTranscript(path: string, from: number): TranscriptPart {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return NOTHING;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return NOTHING;
    const { size } = stat;
    const asked = from > size ? 0 : from;
    const start = Math.max(asked, size - PART_BYTES);
    const bytes = Buffer.allocUnsafe(size - start);
    const count = readSync(fd, bytes, 0, bytes.length, start);
    return { ...linesOf(bytes.subarray(0, count), start, start > asked), size };
  } finally {
    closeSync(fd);
  }
}

/** With `isCut` the part may begin inside a line, which is passed over. */
function linesOf(bytes: Buffer, start: number, isCut: boolean): Omit<TranscriptPart, 'size'> {
  const lines: (readonly [string, number])[] = [];
  let at = isCut ? bytes.indexOf(LINE_FEED) + 1 : 0;
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, at);
    if (end < 0) return { lines, end: start + at };
    lines.push([bytes.toString('utf8', at, end), start + end + 1]);
    at = end + 1;
  }
}
