import { inTransactions } from '../indexing/index-write.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { removalSteps } from './remove-sources.ts';

/** What is to leave no trace in the store: some sources, a session with its sources, or everything. */
export type PurgeWhat =
  | { readonly scope: 'source'; readonly id: number }
  | { readonly scope: 'session'; readonly id: string }
  | { readonly scope: 'project' };

export interface PurgeEnd {
  /** False: a reader elsewhere still needs the write-ahead log, whose rest goes when that one is done. */
  readonly isCompact: boolean;
}

/**
 * Takes rows, passages, terms and stored originals away and writes the file anew, so that nothing of them is left in it. Files that
 * were indexed where they lie are not touched. May take seconds.
 */
export function purge(place: KnowledgePlace, what: PurgeWhat): PurgeEnd {
  if (what.scope === 'project') place.purge.removeAll();
  else {
    const ids = what.scope === 'source' ? [what.id] : place.purge.sourcesOf(what.id);
    inTransactions(place.sources, place.turn, removalSteps(place, ids));
  }
  if (what.scope === 'session') place.purge.removeSession(what.id);
  return { isCompact: place.purge.compact() };
}
