import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type Digest, type DigestOptions, digestText } from './digest.ts';

/** A digest of an output that went to a file; for a worker thread, since it takes about 20 ms per megabyte. */
export interface DigestJob extends DigestOptions {
  readonly kind: 'digest-file';
  /** Absolute path of the clean text. */
  readonly file: string;
}

/** Of a larger file only so much at both ends is looked at for lines that signal trouble; the rest is counted. */
const END_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
}

function countLineFeeds(fd: number, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += READ_BYTES) {
    for (const byte of readAt(fd, at, Math.min(READ_BYTES, to - at))) if (byte === LINE_FEED) count += 1;
  }
  return count;
}

/** Both ends of a large file, cut at line ends, and the lines between them as a hole. */
function digestEnds(fd: number, size: number, options: DigestOptions): Digest {
  const start = readAt(fd, 0, END_BYTES);
  const end = readAt(fd, size - END_BYTES, END_BYTES);
  // Without a line end the piece is part of one line, and stays joined to what follows.
  const headEnd = start.lastIndexOf(LINE_FEED) + 1 || END_BYTES;
  const tailStart = size - END_BYTES + end.indexOf(LINE_FEED) + 1;
  const head = start.subarray(0, headEnd);
  const tail = end.subarray(tailStart - (size - END_BYTES));
  const hole = { at: countLineFeeds(fd, 0, headEnd), lines: countLineFeeds(fd, headEnd, tailStart) };
  return digestText(Buffer.concat([head, tail]).toString('utf8'), options, hole);
}

/** @throws what `fs` throws when the file cannot be read */
export function digestFile(job: DigestJob): Digest {
  const fd = openSync(job.file, 'r');
  try {
    const { size } = fstatSync(fd);
    return size <= 2 * END_BYTES ? digestText(readFileSync(fd, 'utf8'), job) : digestEnds(fd, size, job);
  } finally {
    closeSync(fd);
  }
}
