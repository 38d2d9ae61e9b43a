import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Hit } from '#storage/passage-search.ts';
import type { Passage, SourceKind } from '#storage/source.ts';
import { originalState, type PassageReader } from '../originals/originals.ts';
import { excerptAround } from './excerpt.ts';
import type { ExpandedQuery } from './expand-query.ts';
import type { ScoredPassage } from './passage-score.ts';

/** Smallest room for one passage; below it fewer passages are shown instead. */
const MIN_EXCERPT_BYTES = 240;
/**
 * Largest excerpt, where the caller's budget has room for it: a line of an output says all, a definition or a section
 * needs its surroundings. With the default budget and limit a passage gets about 1,200 bytes.
 */
const MAX_EXCERPT_BYTES: Readonly<Record<SourceKind, number>> = {
  output: 600,
  code: 1_200,
  doc: 3_000,
};
/** A section is shown with at most so much of what stands before it. */
const BEFORE_BYTES = 800;
/** What an answer needs for one passage beside its text. */
export const HEADER_BYTES = 100;

export interface FoundPassage {
  readonly hit: Hit;
  readonly score: number;
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The file behind it is no longer as it was indexed. */
  readonly isChanged: boolean;
  /** Passages of which the text holds something: the hit, and short sections beside it. */
  readonly chunkIds: readonly number[];
  /** Bits of the units that the passage holds. */
  readonly mask: number;
}

export interface PresentPlace {
  readonly store: KnowledgeStore;
  readonly reader: PassageReader;
  readonly outDir: string;
}

interface Stretch extends Pick<Passage, 'startByte' | 'endByte' | 'startLine'> {
  readonly chunkIds: readonly number[];
}

/** A short section of a document with those around it, as many as fit: what was looked for stays in front. */
function withNeighbours(store: KnowledgeStore, hit: Hit, maxBytes: number): Stretch {
  const alone: Stretch = { ...hit, chunkIds: [hit.chunkId] };
  if (hit.source.kind !== 'doc' || hit.title === '' || hit.endByte - hit.startByte >= maxBytes) return alone;
  const near = store.passagesAround(hit.source.id, hit.chunkId);
  let stretch = alone;
  const fits = (startByte: number, endByte: number): boolean =>
    hit.startByte - startByte <= BEFORE_BYTES && endByte - startByte <= maxBytes;
  for (const one of near.toReversed()) {
    if (one.endByte !== stretch.startByte || !fits(one.startByte, stretch.endByte)) continue;
    const { startByte, startLine } = one;
    stretch = { ...stretch, startByte, startLine, chunkIds: [...stretch.chunkIds, one.chunkId] };
  }
  for (const { chunkId, startByte, endByte } of near) {
    if (startByte !== stretch.endByte || !fits(stretch.startByte, endByte)) continue;
    stretch = { ...stretch, endByte, chunkIds: [...stretch.chunkIds, chunkId] };
  }
  return stretch;
}

/** Excerpts of the best passages until limit and budget are used up; nothing of `seen` again. */
export function presentPassages(
  { store, reader, outDir }: PresentPlace,
  ranked: readonly ScoredPassage[],
  query: ExpandedQuery,
  budget: { readonly limit: number; readonly maxBytes: number; readonly seen: ReadonlySet<number> },
): readonly FoundPassage[] {
  const found: FoundPassage[] = [];
  const shown = new Set(budget.seen);
  let left = budget.maxBytes;
  for (const { hit, text, coverage, score } of ranked) {
    const open = budget.limit - found.length;
    if (open === 0 || left < MIN_EXCERPT_BYTES) break;
    if (shown.has(hit.chunkId)) continue;
    const share = Math.max(MIN_EXCERPT_BYTES, Math.floor(left / open) - HEADER_BYTES);
    const maxBytes = Math.min(share, MAX_EXCERPT_BYTES[hit.source.kind]);
    const stretch = withNeighbours(store, hit, maxBytes);
    const whole =
      stretch.chunkIds.length > 1 ? reader.read(hit.source, stretch.startByte, stretch.endByte) : undefined;
    const excerpt = excerptAround({
      passage: whole ?? text,
      bestLine: coverage.bestLine + (whole === undefined ? 0 : hit.startLine - stretch.startLine),
      literal: query.text,
      units: query.units,
      maxBytes,
    });
    const startLine = whole === undefined ? hit.startLine : stretch.startLine;
    const chunkIds = whole === undefined ? [hit.chunkId] : stretch.chunkIds;
    for (const id of chunkIds) shown.add(id);
    left -= Buffer.byteLength(excerpt.text) + HEADER_BYTES;
    found.push({
      hit,
      score,
      text: excerpt.text,
      firstLine: startLine + excerpt.firstLine,
      lastLine: startLine + excerpt.lastLine,
      isChanged: originalState(outDir, hit.source) === 'changed',
      chunkIds,
      mask: coverage.mask,
    });
  }
  return found;
}
