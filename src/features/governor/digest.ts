import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import { formatCount } from '#core/units.ts';
import { signalOf } from './signal-lines.ts';

/** A longer line is shown up to here, with what is left out counted; texts of few lines get more per line. */
const LINE_BYTES = 400;
/** No line takes more than this part of the budget, so that a small one still shows several, or at least one. */
const LINE_SHARE = 0.2;
const lineLimit = (maxBytes: number, lineCount: number): number =>
  Math.max(
    Math.min(LINE_BYTES, Math.floor(maxBytes * LINE_SHARE)),
    Math.floor((maxBytes * 0.4) / Math.max(1, lineCount)),
  );
/** How the budget is split: first lines, last lines; what lies between is for lines that signal trouble. */
const HEAD_SHARE = 0.25;
const TAIL_SHARE = 0.35;

export interface Digest {
  /** Lines in their order, with a mark for every gap. */
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
  /** First range of lines that is not shown, e.g. `41-240`. */
  readonly nextLines: string;
}

const gapMark = (count: number): string => `… ${formatCount(count)} ${count === 1 ? 'line' : 'lines'} …`;

function shorten(line: string, maxBytes: number): string {
  const bytes = byteLength(line);
  if (bytes <= maxBytes) return line;
  const shown = takeBytes(line, maxBytes);
  return `${shown} … (${formatCount(bytes - byteLength(shown))} more bytes in this line)`;
}

/**
 * Takes indexes in the given order while they fit; returns the bytes left.
 * @param gapBytes price of the gap mark that a line opens whose predecessor is not taken
 */
function fill(
  order: Iterable<number>,
  lines: readonly string[],
  chosen: Set<number>,
  budget: number,
  gapBytes = 0,
): number {
  let left = budget;
  for (const index of order) {
    if (chosen.has(index)) continue;
    const mark = chosen.has(index - 1) ? 0 : gapBytes;
    const cost = byteLength(lines[index] ?? '') + 1 + mark;
    if (cost > left) break;
    chosen.add(index);
    left -= cost;
  }
  return left;
}

function* ascending(from: number, to: number): Generator<number> {
  for (let i = from; i < to; i += 1) yield i;
}

function* descending(from: number, to: number): Generator<number> {
  for (let i = from; i >= to; i -= 1) yield i;
}

/** Indexes of lines that signal trouble, errors first, each with the line after it (where the reason often stands). */
function signalOrder(lines: readonly string[], wanted: readonly number[]): readonly number[] {
  const errors: number[] = [];
  const warnings: number[] = [];
  lines.forEach((line, index) => {
    const signal = signalOf(line);
    if (signal === 2) errors.push(index);
    else if (signal === 1) warnings.push(index);
  });
  const withNext = errors.flatMap((index) => (index + 1 < lines.length ? [index, index + 1] : [index]));
  return [...wanted, ...withNext, ...warnings];
}

/** Words of an intent that are in hardly any line by chance: of four letters and more, or with a digit. */
const intentWords = (intent: string): readonly string[] =>
  [...new Set(intent.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? [])].filter(
    (word) => word.length > 3 || /\d/.test(word),
  );

/** Lines that hold most of what is wanted come first, at most so many. */
const WANTED_LINES = 12;

/** Indexes of the lines that hold words of the intent, those with most of them first. Empty without an intent. */
function wantedOrder(lines: readonly string[], intent: string): readonly number[] {
  const words = intentWords(intent);
  if (words.length === 0) return [];
  const hits = lines.flatMap((line, index) => {
    const lower = line.toLowerCase();
    const count = words.filter((word) => lower.includes(word)).length;
    return count > 0 ? [{ index, count }] : [];
  });
  hits.sort((a, b) => b.count - a.count || a.index - b.index);
  return hits.slice(0, WANTED_LINES).map(({ index }) => index);
}

/** What a digest is asked for beside the text. */
export interface DigestOptions {
  readonly maxBytes: number;
  /** What the reader is after: lines with these words come before errors. */
  readonly intent?: string | undefined;
}

/** Lines that were left out before: so many, behind the line with this index. */
export interface Hole {
  readonly at: number;
  readonly lines: number;
}
const NO_HOLE: Hole = { at: -1, lines: 0 };

function render(lines: readonly string[], chosen: ReadonlySet<number>, hole: Hole): Digest {
  const shown = [...chosen].sort((a, b) => a - b);
  /** Line number of the line with this index in the whole text. */
  const numberOf = (index: number): number => index + 1 + (index >= hole.at ? hole.lines : 0);
  const totalLines = lines.length + hole.lines;
  const out: string[] = [];
  let next = 1;
  let firstGap: readonly [number, number] | undefined;
  const gapTo = (number: number): void => {
    if (number <= next) return;
    out.push(gapMark(number - next));
    firstGap ??= [next, number - 1];
  };
  for (const index of shown) {
    gapTo(numberOf(index));
    out.push(lines[index] ?? '');
    next = numberOf(index) + 1;
  }
  gapTo(totalLines + 1);
  const [from, to] = firstGap ?? [1, totalLines];
  return {
    text: out.join('\n'),
    shownLines: shown.length,
    totalLines,
    nextLines: `${from}-${Math.min(to, from + 199)}`,
  };
}

/**
 * A text in at most about `maxBytes`: its head, its tail and, while the budget lasts, the lines between that match the
 * intent or signal trouble. Deterministic; no shown line is rewritten, and every gap says how many lines are missing.
 * @param hole lines of the original that `text` does not hold any more; they count as a gap.
 */
export function digestText(text: string, options: DigestOptions, hole: Hole = NO_HOLE): Digest {
  const { maxBytes, intent = '' } = options;
  const whole = splitLines(text);
  const limit = lineLimit(maxBytes, whole.length);
  const lines = whole.map((line) => shorten(line, limit));
  const chosen = new Set<number>();
  // A gap mark costs about 20 bytes; as many as the errors make are kept free.
  const budget = Math.max(0, Math.floor(maxBytes * 0.92));
  const headLeft = fill(ascending(0, lines.length), lines, chosen, Math.floor(budget * HEAD_SHARE));
  const tailLeft = fill(descending(lines.length - 1, 0), lines, chosen, Math.floor(budget * TAIL_SHARE));
  const middle =
    budget - Math.floor(budget * HEAD_SHARE) - Math.floor(budget * TAIL_SHARE) + headLeft + tailLeft;
  const signals = signalOrder(whole, wantedOrder(whole, intent));
  const gapBytes = byteLength(gapMark(lines.length)) + 1;
  const left = fill(signals, lines, chosen, middle, gapBytes);
  // What no signal needed goes to more of the head.
  fill(ascending(0, lines.length), lines, chosen, left);
  return render(lines, chosen, hole);
}
