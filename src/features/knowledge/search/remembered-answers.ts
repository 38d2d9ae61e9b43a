import type { FactSearch } from '#storage/fact-search.ts';
import { type FactAnswer, factsWithin, NO_FACTS, searchFacts, wantsOnlyFacts } from './search-facts.ts';
import type { QueryAnswer, SearchRequest } from './search-passages.ts';

/** Of the room of an answer, what facts may take where passages could be found, too. */
const FACT_SHARE = 0.5;

/** The passages for a question, and what is remembered of sessions. */
export interface FullAnswer extends QueryAnswer {
  readonly facts: FactAnswer;
}

export interface RememberedPlace {
  readonly factSearch: FactSearch;
  /** The session that asks; undefined: nobody knows. */
  readonly sessionId: string | undefined;
}

/** What is remembered, for each question, and the bytes that passages have less. */
export function rememberedAnswers(
  { factSearch, sessionId }: RememberedPlace,
  { queries, filter, limit, maxBytes }: SearchRequest,
  hasNoPassages: boolean,
): { readonly answers: readonly FactAnswer[]; readonly bytes: number } {
  const isAll = hasNoPassages || wantsOnlyFacts(filter);
  const share = (maxBytes / queries.length) * (isAll ? 1 : FACT_SHARE);
  const within = queries.map((query) =>
    factsWithin(searchFacts(factSearch, query, filter, { limit, sessionId }), share),
  );
  return {
    answers: within.map(({ answer }) => answer),
    bytes: isAll ? 0 : within.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Words that a fact holds are not missing. */
export const withFacts = (
  answers: readonly QueryAnswer[],
  remembered: readonly FactAnswer[],
): readonly FullAnswer[] =>
  answers.map((answer, i) => {
    const facts = remembered[i] ?? NO_FACTS;
    const held = new Set(facts.facts.flatMap(({ words }) => words));
    return { ...answer, missing: answer.missing.filter((word) => !held.has(word)), facts };
  });

/** Answers of facts alone. */
export const onlyFacts = (
  remembered: readonly FactAnswer[],
  { queries }: SearchRequest,
): readonly FullAnswer[] =>
  remembered.map((facts, i) => ({
    query: queries[i] ?? '',
    passages: [],
    matched: 0,
    expansions: [],
    missing: [],
    lost: [],
    facts,
  }));
