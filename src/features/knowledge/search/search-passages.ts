import { AppError } from '#core/errors.ts';
import { fold } from '#core/text/fold.ts';
import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Hit } from '#storage/passage-search.ts';
import type { Source } from '#storage/source.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import { type OriginalState, originalState } from '../originals/originals.ts';
import { PassageReader } from '../originals/passage-reader.ts';
import { type ExpandedQuery, type Expansion, expandQuery } from './expand-query.ts';
import { findCandidates } from './find-candidates.ts';
import type { Candidate } from './passage-score.ts';
import { type FoundPassage, HEADER_BYTES, presentPassages } from './present-passages.ts';
import { parseQuery } from './query.ts';
import { rankPassages } from './rank-passages.ts';
import { MAX_UNITS, UnitMatcher } from './unit-match.ts';

export type { FoundPassage } from './present-passages.ts';

export interface SearchPlace {
  readonly store: KnowledgeStore;
  readonly vocabulary: Vocabulary;
  readonly outDir: string;
  /** False: nothing of what this source holds may be shown, nor that it matches. */
  readonly mayShow: (source: Source) => boolean;
  /** The same of a path, links resolved. Absent: every file. */
  readonly mayRead?: (path: string) => boolean;
}

export interface QueryAnswer {
  readonly query: string;
  readonly passages: readonly FoundPassage[];
  /** Passages that matched, shown or not, as far as they were looked for. */
  readonly matched: number;
  /** Words that the index does not hold, and what was taken for them. */
  readonly expansions: readonly Expansion[];
  /** Words of the question that none of the passages shown holds, in its text or over it; empty without passages. */
  readonly missing: readonly string[];
  /** Sources with matches that cannot be read any more: their files are gone, or shorter than when indexed. */
  readonly lost: readonly LostSource[];
}

export interface LostSource {
  readonly source: Source;
  readonly state: OriginalState;
}

export interface SearchRequest {
  readonly queries: readonly string[];
  readonly filter: HitFilter;
  /** Passages per query. */
  readonly limit: number;
  /** For all queries together. */
  readonly maxBytes: number;
}

/** The same answer for all passages of a source: rules are asked once. */
export function onceEach(mayShow: SearchPlace['mayShow']): SearchPlace['mayShow'] {
  const known = new Map<number, boolean>();
  return (source) => {
    const isShown = known.get(source.id) ?? mayShow(source);
    known.set(source.id, isShown);
    return isShown;
  };
}

function readCandidates(hits: readonly Hit[], reader: PassageReader): readonly Candidate[] {
  return hits.flatMap((hit) => {
    const text = reader.read(hit.source, hit.startByte, hit.endByte);
    return text === undefined ? [] : [{ hit, text }];
  });
}

/** Sources of the matches that are no candidates, since nothing could be read of them. */
function lostSources(
  hits: readonly Hit[],
  candidates: readonly Candidate[],
  outDir: string,
): readonly LostSource[] {
  if (candidates.length === hits.length) return [];
  const read = new Set(candidates.map(({ hit }) => hit.chunkId));
  const unread = hits.filter(({ chunkId }) => !read.has(chunkId));
  const sources = new Map(unread.map(({ source }) => [source.id, source]));
  return [...sources.values()].map((source) => ({ source, state: originalState(outDir, source) }));
}

/** Words that stand neither in the passages nor over them: an output that was found by its label is no miss. */
function missingWords({ units }: ExpandedQuery, passages: readonly FoundPassage[]): readonly string[] {
  if (passages.length === 0) return [];
  const shown = passages.reduce((all, { mask }) => all | mask, 0);
  const missing = units.flatMap(({ word }, i) => (i < MAX_UNITS && (shown & (1 << i)) === 0 ? [word] : []));
  if (missing.length === 0) return [];
  const over = fold(passages.map(({ hit }) => `${hit.source.label} ${hit.title}`).join('\n'));
  return missing.filter((word) => !over.includes(fold(word)));
}

/**
 * The best passages for each question. All questions share the budget fairly, and no passage is given twice.
 * @throws AppError ARGUMENT_INVALID when no question holds anything to look for.
 */
export function searchPassages(place: SearchPlace, request: SearchRequest): readonly QueryAnswer[] {
  const { store, vocabulary, outDir } = place;
  const queries = request.queries.map(parseQuery);
  if (queries.every((query) => query.units.length === 0)) {
    const given = JSON.stringify(request.queries);
    throw new AppError(
      'ARGUMENT_INVALID',
      `queries: ${given} holds no word to look for; give at least one word.`,
    );
  }
  const reader = new PassageReader(outDir, place.mayRead);
  const isShown = onceEach(place.mayShow);
  const seen = new Set<number>();
  let left = request.maxBytes;
  try {
    return request.queries.map((question, index): QueryAnswer => {
      const parsed = queries[index];
      if (parsed === undefined || parsed.units.length === 0) {
        return { query: question, passages: [], matched: 0, expansions: [], missing: [], lost: [] };
      }
      const query = expandQuery(parsed, vocabulary);
      const hits = findCandidates(store, query, request.filter).filter(({ source }) => isShown(source));
      const fresh = hits.filter((hit) => !seen.has(hit.chunkId));
      const matcher = new UnitMatcher(query, vocabulary.passages(), vocabulary.terms);
      const candidates = readCandidates(fresh, reader);
      const ranked = rankPassages(candidates, matcher, question);
      const maxBytes = Math.floor(left / (request.queries.length - index));
      const budget = { limit: request.limit, maxBytes, seen };
      const passages = presentPassages({ store, reader, outDir }, ranked, query, budget);
      for (const { chunkIds, text } of passages) {
        for (const id of chunkIds) seen.add(id);
        left -= Buffer.byteLength(text) + HEADER_BYTES;
      }
      const { expansions } = query;
      return {
        query: question,
        passages,
        matched: hits.length,
        expansions,
        missing: missingWords(query, passages),
        lost: lostSources(fresh, candidates, outDir),
      };
    });
  } finally {
    reader.close();
  }
}
