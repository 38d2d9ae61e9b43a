import { isAscii } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import { type Repeats, repeatsFrom } from './repeats.ts';

/** Where a line lies, in bytes of the text; `end` is before its line feed. */
export interface Line {
  /** 0-based. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Larger ones stay in memory until a full collection: over 64 MB, 60 MB of blocks of 1 MB, 20 MB of these. */
const BLOCK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;
/** Of a longer line only so much is handed over as text; the source has the rest. */
export const LINE_TEXT_BYTES = 64 * 1024;

/** Bytes in which a line lies: its text's, at most LINE_TEXT_BYTES of them. */
export interface LineBytes {
  bytes: Buffer;
  from: number;
  /** The place behind the last one. */
  to: number;
}

/** @param at is filled anew for each line: copy what is kept */
type Visit = (line: Line, text: string, at: Readonly<LineBytes>) => void;

/**
 * Calls `visit` for every line in order with its text (of a very long one its first LINE_TEXT_BYTES); returns how many
 * there are. A final line feed makes no empty last line. With `repeats`, most of very many equal lines are passed over.
 */
export function scanLines(source: ByteSource, visit: Visit, repeats?: Repeats): number {
  let index = 0;
  let start = 0;
  const place: LineBytes = { bytes: Buffer.alloc(0), from: 0, to: 0 };
  const visitApart = (end: number): void => {
    place.bytes = source.read(start, Math.min(end, start + LINE_TEXT_BYTES));
    place.from = 0;
    place.to = place.bytes.length;
    visit({ index, start, end }, place.bytes.toString('utf8'), place);
  };
  // One for all blocks: memory outside of the heap is given back late.
  const memory = Buffer.allocUnsafeSlow(Math.min(source.size, BLOCK_BYTES));
  for (let at = 0; at < source.size; at += BLOCK_BYTES) {
    const block = source.read(at, Math.min(source.size, at + BLOCK_BYTES), memory);
    // Slices of one text of single bytes are free; decoding each line is not.
    const chars = isAscii(block) ? block.toString('latin1') : undefined;
    let isLooked = repeats === undefined;
    // A place in a text is found without leaving the compiled code; one in bytes is not.
    const feedFrom = (from: number): number =>
      chars === undefined ? block.indexOf(LINE_FEED, from) : chars.indexOf('\n', from);
    for (let feed = feedFrom(0); feed >= 0; feed = feedFrom(start - at)) {
      const end = at + feed;
      const from = start - at;
      if (from < 0) visitApart(end);
      else {
        place.bytes = block;
        place.from = from;
        place.to = Math.min(feed, from + LINE_TEXT_BYTES);
        const text = chars?.slice(from, place.to) ?? block.toString('utf8', from, place.to);
        visit({ index, start, end }, text, place);
      }
      index += 1;
      start = end + 1;
      if (isLooked || repeats === undefined) continue;
      isLooked = true;
      const pass = repeatsFrom(block, start - at, repeats, source.size - at - block.length);
      if (pass === undefined) continue;
      repeats.passed(pass.lines);
      index += pass.lines;
      start += pass.bytes;
    }
  }
  if (start < source.size) {
    visitApart(source.size);
    index += 1;
  }
  return index;
}
