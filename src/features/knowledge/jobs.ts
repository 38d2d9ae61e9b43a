import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { KnowledgeStore, Source } from '#storage/knowledge-store.ts';
import { type IndexFileRequest, type IndexReport, indexFile, indexStored } from './index-source.ts';
import { originalState, readOriginal } from './originals.ts';
import { type ReadRequest, type ReadResult, readLines } from './read-lines.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** Work on the knowledge store that may take longer than hooks can wait; it runs in a worker when it is large. */
export type KnowledgeJob =
  | ({ readonly kind: 'index-file' } & IndexFileRequest)
  | { readonly kind: 'index-stored'; readonly id: number }
  | ({ readonly kind: 'read'; readonly id: number } & ReadRequest)
  | { readonly kind: 'rebuild-index' };

export interface KnowledgeJobResults {
  readonly 'index-file': IndexReport;
  readonly 'index-stored': IndexReport;
  readonly read: ReadResult & { readonly source: Source; readonly isChanged: boolean };
  readonly 'rebuild-index': number;
}

export type KnowledgeJobKind = KnowledgeJob['kind'];
export type JobOf<K extends KnowledgeJobKind> = Extract<KnowledgeJob, { readonly kind: K }>;

export interface KnowledgePlace {
  readonly store: KnowledgeStore;
  readonly outDir: string;
}

function read(place: KnowledgePlace, job: JobOf<'read'>): KnowledgeJobResults['read'] {
  const source = place.store.findSource(job.id);
  if (source === undefined) {
    throw new AppError('HANDLE_UNKNOWN', `id: nothing is stored as ${formatHandle(job.id)} in this project.`);
  }
  const isChanged = originalState(place.outDir, source) === 'changed';
  return { ...readLines(readOriginal(place.outDir, source), job), source, isChanged };
}

/** Runs a job in this thread. @throws AppError as the functions behind it do */
export function runKnowledgeJob(
  place: KnowledgePlace,
  job: KnowledgeJob,
): KnowledgeJobResults[KnowledgeJobKind] {
  switch (job.kind) {
    case 'index-file':
      return indexFile(place.store, job);
    case 'index-stored':
      return indexStored(place.store, place.outDir, job.id);
    case 'read':
      return read(place, job);
    case 'rebuild-index':
      return rebuildIndex(place.store, place.outDir);
    default:
      return job satisfies never;
  }
}
