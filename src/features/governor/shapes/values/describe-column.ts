import { formatCount } from '#core/units.ts';
import type { Column } from './column.ts';

/** Different values that are named, and how long one may be. */
const NAMED = 6;
const FEW = 12;
const VALUE_CHARS = 24;

const shorten = (text: string): string =>
  text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS - 1)}…` : text;
const number = (value: number, digits = 12): string => String(Number(value.toPrecision(digits)));

/** Counts of the few different values, most frequent first; empty when they are too many to be told. */
function valuesOf<P>({ values, count }: Column<P>): string {
  if (values === undefined || values.size === 0) return '';
  const isFew = values.size <= FEW && values.size <= Math.max(1, count / 3);
  if (!isFew) return '';
  const all = [...values].sort((a, b) => b[1].count - a[1].count);
  if (all.length === 1 && count > 2 && all[0]?.[1].count === count) return `always ${shorten(all[0][0])}`;
  const named = all.slice(0, NAMED).map(([value, each]) => `${shorten(value)} ×${formatCount(each.count)}`);
  return named.join(', ') + (all.length > NAMED ? `, ${all.length - NAMED} others` : '');
}

/**
 * A column in a few words, `plan free ×600, pro ×634`; only its name when it is free text.
 * @param total of how many records it could stand in
 */
export function describeColumn<P>(name: string, column: Column<P>, total: number): string {
  const { count, numbers } = column;
  const rare = count < total ? ` (in ${formatCount(count)} of ${formatCount(total)})` : '';
  const nulls = column.countOf('null') + column.countOf('empty');
  const none = nulls > 0 && nulls < count ? `, none ×${formatCount(nulls)}` : '';
  const values = valuesOf(column);
  if (values !== '') return `${name} ${values}${none}${rare}`;
  if (numbers.count > (count - nulls) / 2)
    return `${name} ${number(numbers.min)}–${number(numbers.max)} (mean ${number(numbers.mean, 5)})${none}${rare}`;
  const { first, last } = column.dates;
  if (first !== last) return `${name} ${first} to ${last}${none}${rare}`;
  return `${name}${none === '' ? '' : ` ${none.slice(2)}`}${rare}`;
}

/** Bytes that one note may take, so that some fit whatever the others need. */
const NOTE_CHARS = 420;

/** Joins pieces to notes of a bounded length, each with `heading` in front. */
export function toNotes(heading: string, pieces: readonly string[]): readonly string[] {
  const notes: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && line.length + piece.length > NOTE_CHARS) {
      notes.push(heading + line);
      line = '';
    }
    line += (line === '' ? '' : '; ') + piece.slice(0, NOTE_CHARS);
  }
  if (line !== '') notes.push(heading + line);
  return notes;
}
