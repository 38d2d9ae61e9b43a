import type { Line } from '../text/scan-lines.ts';

/** Keeps the first and the last lines of a text; numbers, since every line passes through. */
export class Ends {
  readonly head: Line[] = [];
  private readonly ring: Float64Array;
  private readonly size: number;
  private total = 0;

  /** @param size how many lines at each end are kept */
  constructor(size: number) {
    this.size = size;
    this.ring = new Float64Array(2 * size);
  }

  add(line: Line): void {
    this.total = line.index + 1;
    const slot = (line.index % this.size) * 2;
    this.ring[slot] = line.start;
    this.ring[slot + 1] = line.end;
    if (this.head.length < this.size) this.head.push(line);
  }

  /** The lines at the end, the last one first. */
  *fromEnd(): Generator<Line> {
    for (let back = 1; back <= Math.min(this.size, this.total); back += 1) yield this.back(back);
  }

  /** The line so many before the next one; 1 is the one that came last. */
  back(count: number): Line {
    const index = this.total - count;
    const slot = (index % this.size) * 2;
    return { index, start: this.ring[slot] ?? 0, end: this.ring[slot + 1] ?? 0 };
  }
}
