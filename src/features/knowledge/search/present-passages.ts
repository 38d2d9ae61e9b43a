import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Hit } from '#storage/passage-search.ts';
import type { Passage, Source, SourceKind } from '#storage/source.ts';
import { originalState } from '../originals/originals.ts';
import type { PassageReader } from '../originals/passage-reader.ts';
import { excerptAround } from './excerpt.ts';
import type { ExpandedQuery } from './expand-query.ts';
import { type ScoredPassage, shapeOf } from './passage-score.ts';

/** Smallest room for one passage; below it fewer passages are shown instead. */
const MIN_EXCERPT_BYTES = 240;
/**
 * Largest excerpt, where the caller's budget has room for it: a line of an output says all, a definition or a section
 * needs its surroundings.
 */
const MAX_EXCERPT_BYTES: Readonly<Record<SourceKind, number>> = {
  output: 600,
  code: 1_200,
  doc: 3_000,
};
/** The same for a section of a document in sentences: those around it say what it is about. */
const MAX_SECTION_BYTES = 6_000;
/**
 * Such a passage may take so many even shares of what is left, as far as the others keep the smallest: the
 * first are the likeliest, and a section is understood by those around it.
 */
const DOC_SHARES = 2;
/** Part of its room by which a section is shown with what stands before it. */
const BEFORE_SHARE = 1 / 3;
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
  const near = store.passagesAround(hit.source.sameAs ?? hit.source.id, hit.chunkId);
  let stretch = alone;
  const fits = (startByte: number, endByte: number): boolean =>
    hit.startByte - startByte <= maxBytes * BEFORE_SHARE && endByte - startByte <= maxBytes;
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

/** Bytes for the text of the next passage, with `open` to come including it. */
function roomFor(source: Source, left: number, open: number): number {
  const isProse = shapeOf(source) === 'doc';
  const even = Math.floor(left / open);
  const spare = left - (open - 1) * (MIN_EXCERPT_BYTES + HEADER_BYTES);
  const room = isProse ? Math.max(even, Math.min(even * DOC_SHARES, spare)) : even;
  const most = isProse ? MAX_SECTION_BYTES : MAX_EXCERPT_BYTES[source.kind];
  return Math.min(most, Math.max(MIN_EXCERPT_BYTES, room - HEADER_BYTES));
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
    const maxBytes = roomFor(hit.source, left, open);
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
