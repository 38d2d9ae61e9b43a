import { byteLength, characterStart } from '#core/text/bytes.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { LINE_TEXT_BYTES, type Line } from '../text/scan-lines.ts';
import { findSignal, type SignalLevel } from './signal-lines.ts';

/** What in a line tells of trouble. */
export interface LineSignal {
  readonly level: SignalLevel;
  /** Byte of the text at which it stands. */
  readonly spot: number;
  /** Lines with the same one differ in numbers only. A call, since of most lines it is not asked for. */
  readonly shape: () => string;
}

/** A longer line is looked at in pieces that overlap, so that one of 200 MB needs no more memory than another. */
const OVERLAP_BYTES = 256;
/** Of a line longer than twice this only so much at both ends is looked at. */
const END_BYTES = 32 * 1024 * 1024;
const SHAPE_CHARS = 300;

const shapeOf = (text: string): string =>
  text
    .slice(0, SHAPE_CHARS)
    .replace(/\b(?:0x[0-9a-f]+|(?=[a-f]*\d)[0-9a-f]{8,})\b|\d+/gi, '#')
    .trim();

/** Pieces of a line with the byte at which each begins. */
export function* piecesOf(
  line: Line,
  source: ByteSource,
): Generator<{ readonly at: number; readonly text: string }> {
  for (let at = line.start; ; at += LINE_TEXT_BYTES - OVERLAP_BYTES) {
    const end = Math.min(line.end, at + LINE_TEXT_BYTES);
    const bytes = source.read(at, end);
    // A character cut at the end is whole in the next piece.
    const whole = end < line.end ? characterStart(bytes, bytes.length - 1) : bytes.length;
    yield { at, text: bytes.toString('utf8', 0, whole) };
    if (end >= line.end) return;
    if (at - line.start > END_BYTES) at = Math.max(at, line.end - END_BYTES);
  }
}

export const isLongLine = (line: Line): boolean => line.end - line.start > LINE_TEXT_BYTES;

/** The byte of a text of which `text` begins at `at`, for a place in UTF-16 units. */
export const byteOf = (at: number, text: string, index: number): number =>
  at + byteLength(text.slice(0, index));

/**
 * The worst sign of trouble anywhere in a line; undefined when there is none.
 * @param hints what a quick look at the text said; of a long line its pieces are looked at
 * @param skip bytes of the line in front of `text`
 */
export function lookForSignal(
  line: Line,
  text: string,
  hints: number,
  source: ByteSource,
  skip = 0,
): LineSignal | undefined {
  if (!isLongLine(line)) {
    const signal = findSignal(text, hints);
    if (signal === undefined) return undefined;
    return {
      level: signal.level,
      spot: byteOf(line.start + skip, text, signal.at),
      shape: () => shapeOf(text),
    };
  }
  let worst: LineSignal | undefined;
  for (const piece of piecesOf(line, source)) {
    const signal = findSignal(piece.text);
    if (signal === undefined || signal.level <= (worst?.level ?? 0)) continue;
    worst = {
      level: signal.level,
      spot: byteOf(piece.at, piece.text, signal.at),
      shape: () => shapeOf(piece.text.slice(Math.max(0, signal.at - SHAPE_CHARS / 2))),
    };
  }
  return worst;
}
