import { fold } from '#core/text/fold.ts';
import type { Ends } from '../picks/ends.ts';
import { byteOf, isLongLine, piecesOf } from '../signals/look-at-line.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { formOf } from '../text/line-form.ts';
import type { Line, LineBytes } from '../text/scan-lines.ts';
import type { IntentWord } from './intent-words.ts';

/** Lines kept of those that hold the same words, and such sets of words. */
const LINES_OF_A_SET = 40;
const SETS = 400;
/** Lines before and after a wanted line that are kept with it. */
const AROUND = 3;
/** A longer line at the margin is a record of its own. */
const RECORD_CHARS = 60;
/** What a word counts that stands in one of the lines just before. */
const NEAR_SHARE = 0.5;

/** A line that holds words of the intent, with those around it. */
export interface WantedLine {
  readonly line: Line;
  /** Byte of the text at which its rarest word stands. */
  readonly spot: number;
  readonly score: number;
  readonly around: readonly Line[];
}

interface Found {
  readonly line: Line;
  /** Byte at which each word stands, -1 where it does not. */
  readonly spots: readonly number[];
  readonly around: Line[];
  readonly form: Form;
}

/** What a line looks like. */
interface Form {
  readonly hash: number;
  readonly isRecord: boolean;
}

const formatOf = (text: string, { bytes, from, to }: Readonly<LineBytes>): Form => ({
  hash: formOf(bytes, from, to),
  isRecord: text.length > RECORD_CHARS && !/^\s/.test(text),
});

/** A line beside a wanted one belongs to it, unless it is another record: of the same form, or long and at the margin. */
const isContext = (wanted: Form, other: Form): boolean =>
  wanted.hash !== other.hash && !(wanted.isRecord && other.isRecord);

const bitsOf = (mask: number): readonly number[] => {
  const bits: number[] = [];
  for (let bit = 0; 2 ** bit <= mask; bit += 1) if ((mask & (1 << bit)) !== 0) bits.push(bit);
  return bits;
};

/** Collects the lines that hold words of an intent, in bounded memory, and weighs them at the end by how rare these are. */
export class Wanted {
  private readonly words: readonly IntentWord[];
  private readonly source: ByteSource;
  private readonly ends: Ends;
  /** In how many lines each word stands. */
  private readonly counts: number[];
  private readonly sets = new Map<string, Found[]>();
  private awaiting: Found[] = [];
  /** Of the lines just before: the words in it, and its form. */
  private readonly recent: number[] = [];
  private readonly forms: Form[] = [];
  private total = 0;

  /** @param ends must have taken each line before it comes here */
  constructor(words: readonly IntentWord[], source: ByteSource, ends: Ends) {
    this.words = words;
    this.source = source;
    this.ends = ends;
    this.counts = words.map(() => 0);
  }

  add(line: Line, text: string, at: Readonly<LineBytes>): void {
    if (this.words.length === 0) return;
    this.total += 1;
    const form = formatOf(text, at);
    if (this.awaiting.length > 0) {
      for (const found of this.awaiting) if (isContext(found.form, form)) found.around.push(line);
      this.awaiting = this.awaiting.filter((found) => line.index < found.line.index + AROUND);
    }
    const spots = this.look(line, text);
    const mask = spots.reduce((all, spot, bit) => (spot < 0 ? all : all | (1 << bit)), 0);
    const near = this.recent.reduce((all, each) => all | each, 0) & ~mask;
    if (mask !== 0) this.keep(line, spots, { mask, near, form });
    this.recent.push(mask);
    this.forms.push(form);
    if (this.recent.length > AROUND) {
      this.recent.shift();
      this.forms.shift();
    }
  }

  /** Words that no line holds. */
  missing(): readonly string[] {
    return this.words.filter((_, i) => this.counts[i] === 0).map(({ word }) => word);
  }

  /** Best first; empty when no line holds a word. */
  lines(): readonly WantedLine[] {
    const weights = this.counts.map((count) => this.weightOf(count));
    const scoreOf = (mask: number): number => bitsOf(mask).reduce((sum, bit) => sum + (weights[bit] ?? 0), 0);
    return [...this.sets]
      .flatMap(([key, all]) => {
        const [mask = 0, near = 0] = key.split(' ').map(Number);
        const score = scoreOf(mask) + NEAR_SHARE * scoreOf(near);
        return all.map(({ line, spots, around }) => ({
          line,
          around,
          score,
          spot: rarest(spots, weights),
        }));
      })
      .sort((a, b) => b.score - a.score || a.line.index - b.line.index);
  }

  /** What a line would score that holds all words that any line holds. */
  fullScore(): number {
    return this.counts.reduce((sum, count) => sum + this.weightOf(count), 0);
  }

  private weightOf(count: number): number {
    return count === 0 ? 0 : Math.log(1 + this.total / count);
  }

  private look(line: Line, text: string): readonly number[] {
    if (!isLongLine(line)) return this.spotsIn(line.start, text);
    const spots = this.words.map(() => -1);
    for (const { at, text: piece } of piecesOf(line, this.source))
      for (const [i, spot] of this.spotsIn(at, piece).entries())
        if (spot >= 0 && (spots[i] ?? 0) < 0) spots[i] = spot;
    return spots;
  }

  private spotsIn(at: number, text: string): readonly number[] {
    const folded = fold(text);
    return this.words.map(({ find }) => {
      const index = find(folded);
      // Folding may move places by a few; for a line that is shown whole they do not matter.
      return index < 0 ? -1 : byteOf(at, text, Math.min(index, text.length));
    });
  }

  private keep(
    line: Line,
    spots: readonly number[],
    { mask, near, form }: { readonly mask: number; readonly near: number; readonly form: Form },
  ): void {
    for (const bit of bitsOf(mask)) this.counts[bit] = (this.counts[bit] ?? 0) + 1;
    const key = `${mask} ${near}`;
    const set = this.sets.get(key) ?? [];
    if (set.length === 0) {
      if (this.sets.size >= SETS) return;
      this.sets.set(key, set);
    }
    if (set.length >= LINES_OF_A_SET) return;
    const count = this.forms.length;
    const before = this.forms.flatMap((other, i) =>
      isContext(form, other) ? [this.ends.back(count - i + 1)] : [],
    );
    const found = { line, spots, form, around: before };
    set.push(found);
    this.awaiting.push(found);
  }
}

function rarest(spots: readonly number[], weights: readonly number[]): number {
  const best = spots.reduce(
    (top, spot, i) => (spot >= 0 && (weights[i] ?? 0) > top.weight ? { spot, weight: weights[i] ?? 0 } : top),
    { spot: spots.find((spot) => spot >= 0) ?? 0, weight: -1 },
  );
  return best.spot;
}
