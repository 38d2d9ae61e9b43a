import { tellsTrouble } from '../tells-trouble.ts';
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
/** Places that are kept of each. */
export const PLACES = 4;
/** Where so many texts tell of trouble, and this share of all, it is what the column is about. */
const MANY_TROUBLES = 40;
const TROUBLE_SHARE = 0.2;
const LOOKED_CHARS = 1_000;
/** A shorter text is a word, which counts when it is rare. */
const FEWEST_CHARS = 12;

const HYPHEN = 0x2d;
const DATE_CHARS = 40;
const DATE = /^\d{4}-\d\d-\d\d/;
/** `2026-11-30`, and more behind it. */
const isDate = (text: string): boolean =>
  text.length < DATE_CHARS &&
  text.charCodeAt(4) === HYPHEN &&
  text.charCodeAt(7) === HYPHEN &&
  DATE.test(text);

/** What the values of one name have in common, in bounded memory: kinds, how often each value, ranges of numbers. */
export class Column<P> {
  count = 0;
  readonly kinds = new Map<Kind, Tally<P>>();
  readonly numbers = new Extremes<P>();
  /** Undefined once there are too many of them. */
  values: Map<string, Tally<P>> | undefined = new Map();
  /** Texts in which an error is told. */
  readonly troubles: Tally<P> = { count: 0, places: [] };
  /** The earliest and the latest of texts that begin with a date; empty when there are none. */
  readonly dates = { first: '', last: '' };
  readonly looksForTrouble: boolean;
  /** What was met last: mostly the next one is of the same kind. */
  private lastKind: Kind | undefined;
  private lastTally: Tally<P> = { count: 0, places: [] };

  /** @param looksForTrouble false where the lines are looked at as a whole */
  constructor(looksForTrouble = true) {
    this.looksForTrouble = looksForTrouble;
  }

  /** True when a text of so many characters may be one that tells of trouble. */
  looksAt(length: number): boolean {
    return length >= FEWEST_CHARS && this.looksForTrouble;
  }

  /** True when of a text of so many characters nothing is looked at but that it is one. */
  ignores(length: number, mayTellTrouble: boolean): boolean {
    return this.values === undefined && !(mayTellTrouble && this.looksAt(length));
  }

  /** @param at makes the place; called for few values only */
  addKind(kind: Kind, at: () => P): void {
    this.count += 1;
    if (kind !== this.lastKind || this.lastTally.places.length < PLACES) {
      this.lastTally = tally(this.kinds, kind, at);
      this.lastKind = kind;
    } else this.lastTally.count += 1;
  }

  /**
   * @param at makes the place; called for few values only
   * @param mayTellTrouble false where a look at the whole line said so
   */
  add(kind: Kind, value: string | number | undefined, at: () => P, mayTellTrouble = true): void {
    this.addKind(kind, at);
    if (typeof value === 'number') this.numbers.add(value, at);
    else if (value !== undefined) this.addText(value, at, mayTellTrouble);
    if (value === undefined || this.values === undefined) return;
    const text = typeof value === 'number' ? String(value) : value;
    if (text.length > VALUE_CHARS || this.values.size > MOST_VALUES) this.values = undefined;
    else tally(this.values, text, at);
  }

  private addText(value: string, at: () => P, mayTellTrouble: boolean): void {
    if (isDate(value)) this.addDate(value);
    const { troubles } = this;
    if (value.length < FEWEST_CHARS || !this.looksForTrouble || !mayTellTrouble) return;
    if (troubles.count > MANY_TROUBLES && troubles.count > this.count * TROUBLE_SHARE) return;
    if (!tellsTrouble(value.slice(0, LOOKED_CHARS))) return;
    troubles.count += 1;
    if (troubles.places.length < PLACES) troubles.places.push(at());
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

/** Counts one more of `key` and keeps its place when it is one of the first; returns its count. */
export function tally<K, P>(tallies: Map<K, Tally<P>>, key: K, at: () => P): Tally<P> {
  const known = tallies.get(key);
  if (known === undefined) {
    const made = { count: 1, places: [at()] };
    tallies.set(key, made);
    return made;
  }
  known.count += 1;
  if (known.places.length < PLACES) known.places.push(at());
  return known;
}
