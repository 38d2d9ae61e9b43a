import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderReport } from '../../../src/features/knowledge/indexing/index-folder.ts';
import { type KnowledgePlace, runKnowledgeJob, type Watch } from '../../../src/features/knowledge/jobs.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createKnowledgeStore } from '../../../src/storage/knowledge-store.ts';
import { createPurgeStore } from '../../../src/storage/purge-store.ts';
import { createSourceStore } from '../../../src/storage/source-store.ts';
import { createVocabulary } from '../../../src/storage/vocabulary.ts';
import { testStore } from '../store/fixtures.ts';
import { tempFolder } from '../store/programs.ts';

export interface TestPlace extends KnowledgePlace {
  readonly database: Database;
  /** No rules. */
  readonly mayShow: () => boolean;
}

/** A store with a folder for originals, both temporary, that does everything in this thread. */
export function knowledgePlace(): TestPlace {
  const folder = tempFolder();
  const database = testStore(join(folder, 'plimsoll.db'));
  return {
    database,
    store: createKnowledgeStore(database),
    sources: createSourceStore(database),
    purge: createPurgeStore(database),
    vocabulary: createVocabulary(database),
    outDir: join(folder, 'out'),
    mayShow: () => true,
    turn: { isWanted: () => false, giveWay: () => undefined },
  };
}

export const LIMITS = { maxFiles: 1_000, maxDepth: 32, maxFileBytes: 1_000_000, maxBytes: 100_000_000 };

export function indexFolderIn(
  place: KnowledgePlace,
  folder: string,
  over: Readonly<Record<string, unknown>> = {},
  watch?: Watch,
): FolderReport {
  const job = {
    kind: 'index-folder' as const,
    folder,
    labelPrefix: '',
    include: [],
    exclude: [],
    limits: LIMITS,
    avoid: [],
    sessionId: undefined,
    nowMs: 1_000,
    ...over,
  };
  return runKnowledgeJob(place, job, watch) as FolderReport;
}

/** Names of the stored originals; empty when there are none. */
export function originals(place: KnowledgePlace): readonly string[] {
  try {
    return readdirSync(place.outDir).toSorted();
  } catch {
    return [];
  }
}
