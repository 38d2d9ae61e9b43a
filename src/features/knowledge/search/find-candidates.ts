import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Hit, Match } from '#storage/passage-search.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import type { ExpandedQuery } from './expand-query.ts';
import { matchExpression, type QueryUnit, togetherExpressions } from './query.ts';
import { unitCount } from './query-terms.ts';

/** Passages that each list hands over to be ranked. */
const ANY = 80;
const ALL = 40;
const TOGETHER = 30;
/**
 * Passages that the index may score for one list. It takes a microsecond for each, so that a word of every second
 * passage of a large store alone would take a tenth of a second.
 */
const SCORED = 4_000;

/** Passages that looking for any form of a unit, or any part of a form, comes to. */
const costOf = (unit: QueryUnit, counts: ReadonlyMap<string, number>): number =>
  [...new Set(unit.forms.flat())].reduce((sum, term) => sum + (counts.get(term) ?? 0), 0) +
  (unit.related ?? []).reduce((sum, { count }) => sum + count, 0);

/** The rarest units, as many as are cheap to look for together. */
function cheapUnits(units: readonly QueryUnit[], counts: ReadonlyMap<string, number>): readonly QueryUnit[] {
  let cost = 0;
  const cheap = new Set(
    units
      .map((unit) => withCheapParts(unit, counts))
      .map((unit) => ({ unit, count: costOf(unit, counts) }))
      .sort((a, b) => a.count - b.count)
      .filter(({ count }) => {
        cost += count;
        return count > 0 && cost <= SCORED;
      })
      .map(({ unit }) => unit),
  );
  return [...cheap];
}

/** A unit without those parts and related words that stand everywhere. */
function withCheapParts(unit: QueryUnit, counts: ReadonlyMap<string, number>): QueryUnit {
  if (unit.isPhrase) return unit;
  const forms = unit.forms
    .map((form) => form.filter((term) => (counts.get(term) ?? 0) <= SCORED / 2))
    .filter((form) => form.length > 0);
  const related = (unit.related ?? []).filter(({ count }) => count <= SCORED / 4);
  return { ...unit, forms: forms.length === 0 ? unit.forms : forms, related };
}

/** Passages of several searches, each once. */
const union = (lists: readonly (readonly Match[])[]): readonly Match[] => [
  ...new Map(lists.flat().map((match) => [match.id, match])).values(),
];

/**
 * Passages that hold any unit; where the index has more of them than are looked at, also those that hold all, and
 * those in which the words stand together. Units of very many passages are only looked for beside rarer ones; when there
 * are none, the newest passages that hold all are taken, and those that name them in their title.
 */
export function findCandidates(
  store: KnowledgeStore,
  query: ExpandedQuery,
  filter: HitFilter,
): readonly Hit[] {
  const known = query.units.filter((unit) => unitCount(unit, query.counts) > 0);
  const cheap = cheapUnits(known, query.counts);
  const isCheap = cheap.length > 0;
  if (known.length === 0) return [];
  const some = isCheap
    ? store.findPassages(matchExpression({ ...query, units: cheap }, 'any'), filter, ANY)
    : [];
  if (isCheap && some.length < ANY && cheap.length === known.length) return store.readHits(some, filter);
  const all =
    known.length > 1 || !isCheap
      ? store.findPassages(matchExpression({ ...query, units: known }, 'all'), filter, ALL, isCheap)
      : [];
  const together = togetherExpressions(query, query.counts, SCORED).map((each) =>
    store.findPassages(each, filter, TOGETHER),
  );
  return store.readHits(union([some, all, ...together]), filter);
}
