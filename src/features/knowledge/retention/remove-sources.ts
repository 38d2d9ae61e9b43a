import type { SourceStore } from '#storage/source-store.ts';
import { dropPassages, inTransactions } from '../indexing/index-write.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { removeOriginal } from '../originals/originals.ts';

/**
 * Takes sources away in small steps: passages, row, and the stored original unless another handle needs it. Files that
 * were indexed where they lie are not touched.
 */
export function* removalSteps(
  place: { readonly sources: SourceStore; readonly outDir: string },
  ids: Iterable<number>,
): Generator<void> {
  const { sources, outDir } = place;
  for (const id of ids) {
    if (!sources.hasAlias(id)) yield* dropPassages(sources, id);
    sources.remove(id, (origin, heirId) => {
      if (origin === 'stored') removeOriginal(outDir, id, heirId);
    });
    yield;
  }
}

/** Takes sources away; unknown handles are nothing to do. */
export function removeSources(place: KnowledgePlace, ids: readonly number[]): undefined {
  inTransactions(place.sources, place.turn, removalSteps(place, ids));
  return undefined;
}
