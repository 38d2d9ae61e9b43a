import type { Line } from '../text/scan-lines.ts';

/** Values up to this count are rare. */
const RARE = 2;
/** Of fewer lines nothing is a rule, and no more exceptions than these make one. */
const FEWEST_LINES = 60;
const MOST_EXCEPTIONS = 8;
const RULE_SHARE = 0.98;

interface Value {
  count: number;
  readonly first: Line;
  second: Line | undefined;
}

/** Counts what a property of lines is, while it has few values: then the rare ones are exceptions. */
export class Variety {
  private readonly most: number;
  private values: Map<number, Value> | undefined = new Map();
  private last: Value | undefined;
  private total = 0;

  /** @param most different values; with more it follows no rule */
  constructor(most: number) {
    this.most = most;
  }

  /** False when there are too many values: nothing more needs to be told. */
  get isOpen(): boolean {
    return this.values !== undefined;
  }

  add(value: number, line: Line): void {
    if (this.values === undefined) return;
    this.total += 1;
    const known = this.values.get(value);
    if (known === undefined) {
      this.last = { count: 1, first: line, second: undefined };
      this.values.set(value, this.last);
      if (this.values.size > this.most) this.values = undefined;
      return;
    }
    known.count += 1;
    if (known.count === 2) known.second = line;
    this.last = known;
  }

  /** So many more lines are like the one that came last. */
  repeat(lines: number): void {
    this.total += lines;
    if (this.last !== undefined) this.last.count += lines;
  }

  /** Lines with a rare value; none when there is no rule. */
  *exceptions(): Generator<Line> {
    const { total } = this;
    if (this.values === undefined || total < FEWEST_LINES) return;
    const rare = [...this.values.values()].filter(({ count }) => count <= RARE);
    const others = rare.reduce((sum, { count }) => sum + count, 0);
    if (rare.length > MOST_EXCEPTIONS || others > total * (1 - RULE_SHARE)) return;
    for (const { count, first, second } of rare) {
      yield first;
      if (second !== undefined && count === RARE) yield second;
    }
  }
}
