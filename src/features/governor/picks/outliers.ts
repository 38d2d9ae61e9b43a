import { contentOf, formOf } from '../text/line-form.ts';
import type { Line } from '../text/scan-lines.ts';
import { type Pick, RANK } from './pick.ts';
import { Variety } from './variety.ts';

/** A text of fewer lines, or of more kinds of lines, has no rule that a line could be an exception to. */
const FEWEST_LINES = 60;
const MOST_KINDS = 400;
const KIND_SHARE = 0.15;
/** A kind is rare up to so many lines, or this share of all. */
const RARE = 2;
const RARE_SHARE = 0.001;
const KEPT = 24;
/** Lines of one form may say few different things, or be of few lengths; then one that does not is rare, too. */
const MOST_CONTENTS = 64;
const MOST_LENGTHS = 8;

interface Kind {
  count: number;
  readonly first: Line;
  second: Line | undefined;
  readonly contents: Variety;
  readonly lengths: Variety;
}

/** Finds the few lines of a text whose form is unlike the form of all the many others, or what they say, or their length. */
export class Outliers {
  private readonly kinds = new Map<number, Kind>();
  private readonly lengths = new Variety(MOST_LENGTHS);
  private form = 0;
  private kind: Kind | undefined;
  private total = 0;

  add(line: Line, bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    if (this.lengths.isOpen) this.lengths.add(to - from, line);
    if (this.kinds.size > MOST_KINDS) return;
    this.total += 1;
    const form = formOf(bytes, from, to);
    // Lines of one form often follow each other.
    const kind = (form === this.form ? this.kind : this.kinds.get(form)) ?? this.begin(form, line);
    this.form = form;
    this.kind = kind;
    kind.count += 1;
    if (kind.count === 2) kind.second = line;
    if (kind.contents.isOpen) kind.contents.add(contentOf(bytes, from, to), line);
    if (kind.lengths.isOpen) kind.lengths.add(to - from, line);
  }

  /** So many more lines are like the one that came last. */
  repeat(lines: number): void {
    this.total += lines;
    this.lengths.repeat(lines);
    if (this.kind === undefined) return;
    this.kind.count += lines;
    this.kind.contents.repeat(lines);
    this.kind.lengths.repeat(lines);
  }

  *picks(): Generator<Pick> {
    yield* this.byForm();
    const lines = [...this.kinds.values()].flatMap(({ contents, lengths }) => [
      ...contents.exceptions(),
      ...lengths.exceptions(),
    ]);
    // Too many forms to tell one from another still may all be of one length.
    for (const line of [...lines, ...this.lengths.exceptions()].slice(0, KEPT))
      yield { line, rank: RANK.outlier - 1 };
  }

  private begin(form: number, line: Line): Kind {
    const kind: Kind = {
      count: 0,
      first: line,
      second: undefined,
      contents: new Variety(MOST_CONTENTS),
      lengths: new Variety(MOST_LENGTHS),
    };
    this.kinds.set(form, kind);
    return kind;
  }

  /** Nothing when the text follows no rule. */
  private *byForm(): Generator<Pick> {
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
