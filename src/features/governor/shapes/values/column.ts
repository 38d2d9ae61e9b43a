import { Extremes } from './extremes.ts';

/** What a value is, as far as columns tell it. */
export type Kind = 'null' | 'yes or no' | 'number' | 'text' | 'empty' | 'object' | 'list' | 'empty list';

/** How often something was met, and where first. */
export interface Tally<P> {
  count: number;
  readonly places: P[];
}

/** Different values that are counted one by one; a column with more is free text. */
const MOST_VALUES = 40;
const VALUE_CHARS = 60;
const PLACES = 4;

const HYPHEN = 0x2d;
const DATE_CHARS = 40;
const isDate = (text: string): boolean => text.length < DATE_CHARS && /^\d{4}-\d\d-\d\d/.test(text);

/** What the values of one name have in common, in bounded memory: kinds, how often each value, ranges of numbers. */
export class Column<P> {
  count = 0;
  readonly kinds = new Map<Kind, Tally<P>>();
  readonly numbers = new Extremes<P>();
  /** Undefined once there are too many of them. */
  values: Map<string, Tally<P>> | undefined = new Map();
  /** The earliest and the latest of texts that begin with a date; empty when there are none. */
  readonly dates = { first: '', last: '' };

  /** @param at makes the place; called for few values only */
  add(kind: Kind, value: string | number | undefined, at: () => P): void {
    this.count += 1;
    tally(this.kinds, kind, at);
    if (typeof value === 'number') this.numbers.add(value, at);
    else if (value !== undefined && value.charCodeAt(4) === HYPHEN && isDate(value)) this.addDate(value);
    if (value === undefined || this.values === undefined) return;
    const text = typeof value === 'number' ? String(value) : value;
    if (text.length > VALUE_CHARS || this.values.size > MOST_VALUES) this.values = undefined;
    else tally(this.values, text, at);
  }

  private addDate(value: string): void {
    const { dates } = this;
    if (dates.first === '' || value < dates.first) dates.first = value;
    if (value > dates.last) dates.last = value;
  }

  countOf(kind: Kind): number {
    return this.kinds.get(kind)?.count ?? 0;
  }
}

export function tally<K, P>(tallies: Map<K, Tally<P>>, key: K, at: () => P): void {
  const known = tallies.get(key);
  if (known === undefined) tallies.set(key, { count: 1, places: [at()] });
  else {
    known.count += 1;
    if (known.places.length < PLACES) known.places.push(at());
  }
}
