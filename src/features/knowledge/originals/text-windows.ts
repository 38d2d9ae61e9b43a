import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { characterStart } from '#core/text/bytes.ts';
import { MIB } from '#core/units.ts';
import { withLineFeeds } from './line-ends.ts';

/** A smaller text is one window. */
const WINDOW_BYTES = 4 * MIB;
const LINE_FEED = 10;

/** A part of a text, of whole lines where these are shorter than a window. */
export interface TextWindow {
  readonly text: Buffer;
  /** Where it lies in the whole, in bytes. */
  readonly startByte: number;
  /** Line ends in front of it. */
  readonly linesBefore: number;
}

function readAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, at));
}

function countFeeds(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** Where a window that has to end inside `bytes` ends: behind a line, else behind a character. */
function windowEnd(bytes: Buffer): number {
  const line = bytes.lastIndexOf(LINE_FEED) + 1;
  return line > 0 ? line : characterStart(bytes, bytes.length - 1) || bytes.length;
}

/** An open UTF-8 text window by window, so that one of hundreds of megabytes needs no more memory than another. */
export function* textWindows(fd: number, size: number): Generator<TextWindow> {
  let linesBefore = 0;
  for (let at = 0; at < size; ) {
    const bytes = readAt(fd, at, Math.min(WINDOW_BYTES, size - at));
    if (bytes.length === 0) return;
    const isLast = at + bytes.length >= size;
    const part = isLast ? bytes : bytes.subarray(0, windowEnd(bytes));
    const text = withLineFeeds(part);
    yield { text, startByte: at, linesBefore };
    linesBefore += countFeeds(text);
    at += part.length;
  }
}

/** The same hash as `hashOf` the whole. */
export function hashOfFile(fd: number, size: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < size; at += WINDOW_BYTES)
    hash.update(readAt(fd, at, Math.min(WINDOW_BYTES, size - at)));
  return hash.digest('hex');
}
