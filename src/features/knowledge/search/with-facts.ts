import type { FactSearch } from '#storage/fact-search.ts';
import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import { type FactAnswer, factsWithin, searchFacts, wantsOnlyFacts } from './search-facts.ts';
import type { QueryAnswer, SearchRequest } from './search-passages.ts';

/** Of the room of an answer, what facts may take where passages could be found, too. */
const FACT_SHARE = 0.5;

/** The passages for a question, and what is remembered of sessions. */
export interface FullAnswer extends QueryAnswer {
  readonly facts: FactAnswer;
}

interface FactPlace {
  readonly store: Pick<KnowledgeStore, 'counts'>;
  readonly factSearch: FactSearch;
  readonly sessionId: string | undefined;
}

/** What is remembered, for each question, and the bytes it takes; passages have the rest of the room. */
export function rememberedOf(
  { store, factSearch, sessionId }: FactPlace,
  { queries, filter, limit, maxBytes }: SearchRequest,
): { readonly answers: readonly FactAnswer[]; readonly bytes: number } {
  const isAll = wantsOnlyFacts(filter) || store.counts().chunks === 0;
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
export function withFacts(answer: QueryAnswer, facts: FactAnswer): FullAnswer {
  const held = new Set(facts.facts.flatMap(({ words }) => words));
  return { ...answer, missing: answer.missing.filter((word) => !held.has(word)), facts };
}

/** The answer to the question in this place where passages were not asked for. */
export const onlyFacts = (facts: FactAnswer, { queries }: SearchRequest, place: number): FullAnswer => ({
  query: queries[place] ?? '',
  passages: [],
  matched: 0,
  expansions: [],
  missing: [],
  lost: [],
  facts,
});
