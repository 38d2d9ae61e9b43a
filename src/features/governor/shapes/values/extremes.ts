/** Values kept at either end: one more than outliers are looked for. */
const KEPT = 4;
/** Fewer numbers have no rest to be far from. */
const FEWEST = 10;

interface Extreme<P> {
  readonly value: number;
  readonly place: P;
}

/** The smallest and the largest of many numbers, with their places. */
export class Extremes<P> {
  count = 0;
  private sum = 0;
  /** Smallest first. */
  private readonly low: Extreme<P>[] = [];
  /** Largest first. */
  private readonly high: Extreme<P>[] = [];
  private negative = 0;

  add(value: number, at: () => P): void {
    this.count += 1;
    this.sum += value;
    if (value < 0) this.negative += 1;
    const isLow = this.low.length < KEPT || value < (this.low.at(-1)?.value ?? 0);
    const isHigh = this.high.length < KEPT || value > (this.high.at(-1)?.value ?? 0);
    if (!isLow && !isHigh) return;
    const entry = { value, place: at() };
    if (isLow) insert(this.low, entry, (a, b) => a - b);
    if (isHigh) insert(this.high, entry, (a, b) => b - a);
  }

  get min(): number {
    return this.low[0]?.value ?? 0;
  }

  get max(): number {
    return this.high[0]?.value ?? 0;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  /** Those few that are further from the rest than the rest is wide, and the few below zero. */
  far(): readonly Extreme<P>[] {
    if (this.count < FEWEST) return [];
    const few = Math.min(KEPT - 1, Math.floor(this.count / FEWEST));
    return [
      ...beyond(this.high, this.min, few),
      ...beyond(this.low, this.max, few),
      ...(this.negative <= few ? this.low.filter(({ value }) => value < 0) : []),
    ];
  }
}

function beyond<P>(ends: readonly Extreme<P>[], other: number, few: number): readonly Extreme<P>[] {
  for (let k = Math.min(few, ends.length - 1); k > 0; k -= 1) {
    const inside = ends[k]?.value ?? 0;
    const width = Math.abs(inside - other);
    if (width > 0 && Math.abs((ends[k - 1]?.value ?? 0) - inside) > width) return ends.slice(0, k);
  }
  return [];
}

function insert<P>(ends: Extreme<P>[], entry: Extreme<P>, order: (a: number, b: number) => number): void {
  let at = ends.length;
  while (at > 0 && order(entry.value, ends[at - 1]?.value ?? 0) < 0) at -= 1;
  ends.splice(at, 0, entry);
  if (ends.length > KEPT) ends.pop();
}
