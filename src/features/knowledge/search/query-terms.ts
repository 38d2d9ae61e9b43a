import type { ExpandedQuery } from './expand-query.ts';
import type { QueryUnit } from './query.ts';

/** What a related word counts against the word that was asked for; found on the development half of the search bench. */
const RELATED_SHARE = 0.4;
/** What a unit counts that the index does not know, and for which something near was taken. */
const EXPANDED_SHARE = 0.6;
/**
 * How far rarity counts. In a store of a few hundred passages a plain word of the question is often as rare as the one that
 * matters, by chance; below 1 a rare word cannot outweigh several that are found together.
 */
const RARITY_POWER = 0.7;

/** A unit with the numbers of its terms. */
interface WeighedUnit {
  readonly weight: number;
  readonly forms: readonly (readonly number[])[];
  readonly related: readonly number[];
  /** Forms whose terms must stand side by side, with blanks around; empty when they need not. */
  readonly phrases: readonly string[];
}

export interface QueryTerms {
  readonly units: readonly WeighedUnit[];
  /** Every term that is looked for, with its number. */
  readonly terms: ReadonlyMap<string, number>;
  /** Sum of the weights; never 0. */
  readonly total: number;
  readonly relatedShare: number;
  /** Pairs of term numbers that stand side by side in the question: `3 4`. */
  readonly neighbours: ReadonlySet<string>;
}

/** Weight of a unit that hardly any passage holds, against one that many hold: BM25's idf, damped. */
const rarity = (count: number, total: number): number =>
  Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5)) ** RARITY_POWER;

/** A unit is as frequent as its most frequent form; a form as its rarest term. */
export function unitCount(unit: QueryUnit, counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...unit.forms.map((form) => Math.min(...form.map((term) => counts.get(term) ?? 0))));
}

/**
 * The terms of a question by number, with what they weigh.
 * @param passages about how many passages the index holds
 * @param maxUnits further units do not count
 */
export function makeQueryTerms(query: ExpandedQuery, passages: number, maxUnits: number): QueryTerms {
  const terms = new Map<string, number>();
  const numberOf = (term: string): number => {
    const known = terms.get(term);
    if (known !== undefined) return known;
    terms.set(term, terms.size);
    return terms.size - 1;
  };
  const replaced = new Set(query.expansions.map(({ word }) => word));
  const units = query.units.slice(0, maxUnits).map((unit): WeighedUnit => {
    const share = replaced.has(unit.word) ? EXPANDED_SHARE : 1;
    return {
      weight: rarity(unitCount(unit, query.counts), passages) * share,
      forms: unit.forms.map((form) => form.map(numberOf)),
      related: (unit.related ?? []).map(({ term }) => numberOf(term)),
      phrases: unit.isPhrase
        ? unit.forms.filter((form) => form.length > 1).map((form) => ` ${form.join(' ')} `)
        : [],
    };
  });
  const neighbours = new Set<string>();
  units.forEach((unit, i) => {
    const [a] = unit.forms[0] ?? [];
    const [b] = units[i + 1]?.forms[0] ?? [];
    if (a !== undefined && b !== undefined && a !== b) neighbours.add(`${a} ${b}`);
  });
  const total = units.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return { units, terms, total, relatedShare: RELATED_SHARE, neighbours };
}
