import { formOf } from '../text/line-form.ts';
import type { Line } from '../text/scan-lines.ts';
import { type Pick, RANK } from './pick.ts';

/** A text of fewer lines, or of more kinds of lines, has no rule that a line could be an exception to. */
const FEWEST_LINES = 60;
const MOST_KINDS = 400;
const KIND_SHARE = 0.15;
/** A kind is rare up to so many lines, or this share of all. */
const RARE = 2;
const RARE_SHARE = 0.001;
const KEPT = 24;

interface Kind {
  count: number;
  readonly first: Line;
  second: Line | undefined;
}

/** Finds the few lines of a text whose form is unlike the form of all the many others. */
export class Outliers {
  private readonly kinds = new Map<number, Kind>();
  private form = 0;
  private kind: Kind | undefined;
  private total = 0;

  add(line: Line, bytes: Uint8Array, from: number, to: number): void {
    if (from === to || this.kinds.size > MOST_KINDS) return;
    this.total += 1;
    const form = formOf(bytes, from, to);
    // Lines of one form often follow each other.
    const kind = form === this.form ? this.kind : this.kinds.get(form);
    this.form = form;
    this.kind = kind;
    if (kind === undefined) {
      this.kind = { count: 1, first: line, second: undefined };
      this.kinds.set(form, this.kind);
      return;
    }
    kind.count += 1;
    if (kind.count === 2) kind.second = line;
  }

  /** So many more lines are like the one that came last. */
  repeat(lines: number): void {
    this.total += lines;
    if (this.kind !== undefined) this.kind.count += lines;
  }

  /** Nothing when the text follows no rule. */
  *picks(): Generator<Pick> {
    const { total, kinds } = this;
    if (total < FEWEST_LINES || kinds.size > Math.min(MOST_KINDS, total * KIND_SHARE)) return;
    const limit = Math.max(RARE, total * RARE_SHARE);
    const rare = [...kinds.values()].filter(({ count }) => count <= limit).slice(0, KEPT);
    for (const { count, first, second } of rare) {
      const rank = RANK.outlier - count / (limit + 1);
      yield { line: first, rank };
      if (second !== undefined && count === RARE) yield { line: second, rank };
    }
  }
}
