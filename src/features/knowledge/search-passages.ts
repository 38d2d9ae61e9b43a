import { AppError } from '#core/errors.ts';
import type { Hit, HitFilter, KnowledgeStore } from '#storage/knowledge-store.ts';
import { excerptAround } from './excerpt.ts';
import type { KnowledgePlace } from './jobs.ts';
import { originalState, PassageReader } from './originals.ts';
import { matchExpression, queryTerms } from './query.ts';

/** Smallest room for one passage; below it fewer passages are shown instead. */
const MIN_EXCERPT_BYTES = 240;
const HEADER_BYTES = 120;

export interface FoundPassage {
  readonly hit: Hit;
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The file behind it is no longer as it was indexed. */
  readonly isChanged: boolean;
}

export interface QueryAnswer {
  readonly query: string;
  readonly passages: readonly FoundPassage[];
  /** Passages that matched, shown or not, as far as they were looked for. */
  readonly matched: number;
}

export interface SearchRequest {
  readonly queries: readonly string[];
  readonly filter: HitFilter;
  /** Passages per query. */
  readonly limit: number;
  /** For all queries together. */
  readonly maxBytes: number;
}

/** First the passages that hold every term, then those that hold some. */
function findHits(store: KnowledgeStore, terms: readonly string[], request: SearchRequest): readonly Hit[] {
  if (terms.length === 0) return [];
  const depth = request.limit * 3;
  const all = store.search(matchExpression(terms, 'all'), request.filter, depth);
  if (all.length >= request.limit || terms.length === 1) return all;
  const seen = new Set(all.map((hit) => hit.chunkId));
  const some = store.search(matchExpression(terms, 'any'), request.filter, depth);
  return [...all, ...some.filter((hit) => !seen.has(hit.chunkId))];
}

/** Reads the best hits until limit and budget are used up; hits whose original is gone are passed over. */
function readHits(
  hits: readonly Hit[],
  terms: readonly string[],
  budget: { limit: number; maxBytes: number },
  reader: PassageReader,
  outDir: string,
): readonly FoundPassage[] {
  const found: FoundPassage[] = [];
  let left = budget.maxBytes;
  for (const hit of hits) {
    const open = budget.limit - found.length;
    if (open === 0 || left < MIN_EXCERPT_BYTES) break;
    const passage = reader.read(hit.source, hit.startByte, hit.endByte);
    if (passage === undefined) continue;
    const room = Math.max(MIN_EXCERPT_BYTES, Math.floor(left / open) - HEADER_BYTES);
    const excerpt = excerptAround(passage, terms, room);
    left -= Buffer.byteLength(excerpt.text) + HEADER_BYTES;
    found.push({
      hit,
      text: excerpt.text,
      firstLine: hit.startLine + excerpt.firstLine,
      lastLine: hit.startLine + excerpt.lastLine,
      isChanged: originalState(outDir, hit.source) === 'changed',
    });
  }
  return found;
}

/**
 * The best passages for each question. All questions share the budget fairly, and no passage is given twice.
 * @throws AppError ARGUMENT_INVALID when no question holds a letter or digit.
 */
export function searchPassages(place: KnowledgePlace, request: SearchRequest): readonly QueryAnswer[] {
  const { store, outDir } = place;
  const terms = request.queries.map(queryTerms);
  if (terms.every((words) => words.length === 0)) {
    const given = JSON.stringify(request.queries);
    throw new AppError(
      'ARGUMENT_INVALID',
      `queries: ${given} holds no word to look for; give at least one word.`,
    );
  }
  const reader = new PassageReader(outDir);
  const seen = new Set<number>();
  let left = request.maxBytes;
  try {
    return request.queries.map((query, index) => {
      const words = terms[index] ?? [];
      const hits = findHits(store, words, request);
      const fresh = hits.filter((hit) => !seen.has(hit.chunkId));
      const maxBytes = Math.floor(left / (request.queries.length - index));
      const passages = readHits(fresh, words, { limit: request.limit, maxBytes }, reader, outDir);
      for (const { hit, text } of passages) {
        seen.add(hit.chunkId);
        left -= Buffer.byteLength(text) + HEADER_BYTES;
      }
      return { query, passages, matched: hits.length };
    });
  } finally {
    reader.close();
  }
}
