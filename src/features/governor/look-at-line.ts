import { byteLength, characterStart } from '#core/text/bytes.ts';
import type { ByteSource, Line } from './scan-lines.ts';
import { findSignal, type Signal, type SignalLevel } from './signal-lines.ts';

/** What in a line speaks for showing it. */
export interface Look {
  readonly level: SignalLevel | 0;
  /** How many words of the intent it holds. */
  readonly words: number;
  /** Byte of the text at which the first word of the intent stands, else the signal; undefined without either. */
  readonly spot: number | undefined;
  /** Lines with the same one differ in numbers only. */
  readonly shape: string;
}

/** Words of an intent that are in hardly any line by chance: of four letters and more, or with a digit. */
export const intentWords = (intent: string): readonly string[] =>
  [...new Set(intent.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? [])].filter(
    (word) => word.length > 3 || /\d/.test(word),
  );

/** A longer line is looked at in pieces that overlap, so that one of 200 MB needs no more memory than another. */
const PIECE_BYTES = 64 * 1024;
const OVERLAP_BYTES = 256;
/** Of a line longer than twice this only so much at both ends is looked at. */
const END_BYTES = 32 * 1024 * 1024;
const SHAPE_CHARS = 300;

const shapeOf = (text: string): string =>
  text
    .slice(0, SHAPE_CHARS)
    .replace(/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|\d+/gi, '#')
    .trim();

function* piecesOf(
  line: Line,
  source: ByteSource,
): Generator<{ readonly at: number; readonly text: string }> {
  for (let at = line.start; ; at += PIECE_BYTES - OVERLAP_BYTES) {
    const end = Math.min(line.end, at + PIECE_BYTES);
    const bytes = source.read(at, end);
    // A character cut at the end is whole in the next piece.
    const whole = end < line.end ? characterStart(bytes, bytes.length - 1) : bytes.length;
    yield { at, text: bytes.toString('utf8', 0, whole) };
    if (end >= line.end) return;
    if (at - line.start > END_BYTES) at = Math.max(at, line.end - END_BYTES);
  }
}

/** What one piece shows; places count in UTF-16 units. */
interface Glance {
  readonly signal: Signal | undefined;
  readonly words: readonly string[];
  readonly firstWord: number;
}

function glance(text: string, words: readonly string[]): Glance | undefined {
  const signal = findSignal(text);
  if (words.length === 0) return signal === undefined ? undefined : { signal, words, firstWord: -1 };
  const lower = text.toLowerCase();
  const found = words.filter((word) => lower.includes(word));
  if (signal === undefined && found.length === 0) return undefined;
  return { signal, words: found, firstWord: Math.min(...found.map((word) => lower.indexOf(word))) };
}

/** Looks at the whole of a line; undefined when nothing in it speaks for showing it. */
export function lookAtLine(line: Line, source: ByteSource, words: readonly string[]): Look | undefined {
  // Nearly every line is a short one that shows nothing.
  if (line.end - line.start <= PIECE_BYTES) {
    const text = source.read(line.start, line.end).toString('utf8');
    const seen = glance(text, words);
    if (seen === undefined) return undefined;
  }
  const found = new Set<string>();
  let wanted: number | undefined;
  let signal: Signal | undefined;
  let shape = '';
  for (const { at, text } of piecesOf(line, source)) {
    const seen = glance(text, words);
    if (seen === undefined) continue;
    const placeOf = (index: number): number => at + byteLength(text.slice(0, index));
    if (seen.words.length > 0) wanted ??= placeOf(seen.firstWord);
    for (const word of seen.words) found.add(word);
    if (seen.signal === undefined || seen.signal.level <= (signal?.level ?? 0)) continue;
    shape = shapeOf(text);
    signal = { level: seen.signal.level, at: placeOf(seen.signal.at) };
  }
  if (signal === undefined && found.size === 0) return undefined;
  return { level: signal?.level ?? 0, words: found.size, spot: wanted ?? signal?.at, shape };
}
