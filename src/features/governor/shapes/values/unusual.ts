import type { Column, Kind, Tally } from './column.ts';

/** A value that is unlike the others of its name. */
export interface Unusual<P> {
  readonly place: P;
  /** In our words: `null`, `status "failed"`. */
  readonly why: string;
  /** Higher is stranger; 0 to 1, and 1 more for a word of trouble. */
  readonly weight: number;
}

/** Of fewer values none is rare. */
const FEWEST = 8;
const RARE_SHARE = 0.02;
/** All rare ones together are no more than this. */
const ALL_RARE_SHARE = 0.1;
/** Texts that tell of an error are worth a look up to here; beyond, they are what the data is about. */
const TROUBLE_SHARE = 0.05;
/** With more common ones it is no rule; numbers are rare by chance sooner. */
const MOST_COMMON = 12;
const MOST_COMMON_NUMBERS = 3;

/** Values that say that something went wrong, alone or as the end of a longer name. */
const TROUBLE_VALUE =
  /^(?:err|errors?|errored|fail(?:ed|ure|ing)?|fatal|critical|panic|exception|denied|rejected|refused|unhealthy|degraded|down|dead|crash(?:ed|loopbackoff)?|error\w*|\w*(?:error|failed|backoff|killed|timeout|evicted|timed[ _-]?out|unreachable|exception)|blocked|broken|notready|missing|unavailable|disconnected|offline|suspended|exited \([1-9#].*)$/i;
/** A value that tells of trouble wherever it stands, also when it is not rare. */
export const isTroubleValue = (text: string): boolean => text.length <= 40 && TROUBLE_VALUE.test(text);

/** The few that are rare beside the many; empty when there is no such rule. */
export function rareOf<K, T extends { readonly count: number }>(
  tallies: ReadonlyMap<K, T>,
  total: number,
  mostCommon = MOST_COMMON,
): readonly [K, T][] {
  if (total < FEWEST || tallies.size < 2) return [];
  const limit = Math.max(1, Math.floor(total * RARE_SHARE));
  const all = [...tallies];
  const rare = all.filter(([, { count }]) => count <= limit);
  const sum = rare.reduce((n, [, { count }]) => n + count, 0);
  const common = all.length - rare.length;
  const isRule =
    common > 0 &&
    common <= Math.min(mostCommon, Math.max(1, total / 5)) &&
    sum <= Math.max(1, total * ALL_RARE_SHARE);
  return isRule ? rare : [];
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  null: 'null',
  'yes or no': 'yes or no',
  number: 'a number',
  text: 'a text',
  empty: 'empty',
  object: 'an object',
  list: 'a list',
  'empty list': 'an empty list',
};

/** What is unlike the rest in a column, strangest first. */
export function unusualIn<P>(name: string, column: Column<P>): readonly Unusual<P>[] {
  const out: Unusual<P>[] = [];
  const weightOf = (count: number): number => 1 - count / column.count;
  const kinds = rareOf(column.kinds, column.count);
  for (const [kind, { count, places }] of kinds)
    for (const place of places)
      out.push({ place, why: `${name} ${KIND_WORDS[kind]}`, weight: weightOf(count) });
  const values = column.values ?? new Map<string, Tally<P>>();
  const rare = new Map(
    rareOf(values, column.count, column.numbers.count > 0 ? MOST_COMMON_NUMBERS : MOST_COMMON),
  );
  for (const [value, { count, places }] of values) {
    const isTrouble = isTroubleValue(value) && count < column.count;
    if (!isTrouble && !rare.has(value)) continue;
    for (const place of places)
      out.push({ place, why: `${name} ${value}`, weight: weightOf(count) + (isTrouble ? 1 : 0) });
  }
  const { troubles } = column;
  if (troubles.count <= Math.max(2, column.count * TROUBLE_SHARE) && column.count > troubles.count)
    for (const place of troubles.places) out.push({ place, why: `${name} tells of trouble`, weight: 1.3 });
  const few = column.numbers.far();
  for (const { value, place } of few)
    out.push({ place, why: `${name} ${value}`, weight: weightOf(few.length) - 0.1 });
  return out.sort((a, b) => b.weight - a.weight);
}
