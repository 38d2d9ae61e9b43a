import { formatCount } from '#core/units.ts';
import { copyOf } from '../../text/copy-of.ts';

/** Counts by name, in bounded memory: of names beyond the limit only the sum is known. */
export class Tally {
  private readonly counts = new Map<string, { count: number }>();
  private readonly limit: number;
  /** Of all names, also those that are not kept. */
  total = 0;
  private unnamed = 0;

  /** @param limit how many names are kept */
  constructor(limit = 2_000) {
    this.limit = limit;
  }

  get size(): number {
    return this.counts.size;
  }

  add(name: string, count = 1): void {
    this.total += count;
    const known = this.counts.get(name);
    if (known !== undefined) known.count += count;
    else if (this.counts.size >= this.limit) this.unnamed += count;
    else this.counts.set(copyOf(name), { count });
  }

  get(name: string): number {
    return this.counts.get(name)?.count ?? 0;
  }

  /** The names that count most, of equal ones those that came first. */
  top(most = Number.POSITIVE_INFINITY): readonly (readonly [string, number])[] {
    const all = [...this.counts].map(([name, { count }]) => [name, count] as const);
    return all.sort((a, b) => b[1] - a[1]).slice(0, most);
  }

  /** `src 40, tests 12, 3 others 9`. */
  list(most: number): string {
    const top = this.top(most);
    const shown = top.map(([name, count]) => `${name} ${formatCount(count)}`);
    const rest = this.total - top.reduce((sum, [, count]) => sum + count, 0);
    const others = this.size - top.length;
    if (rest > 0 || others > 0) {
      const names =
        this.unnamed > 0 ? 'others' : `${formatCount(others)} ${others === 1 ? 'other' : 'others'}`;
      shown.push(`${names} ${formatCount(rest)}`);
    }
    return shown.join(', ');
  }
}
