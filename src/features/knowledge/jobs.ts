import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { PurgeStore } from '#storage/purge-store.ts';
import type { Source } from '#storage/source.ts';
import type { SourceStore } from '#storage/source-store.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import { type FolderReport, indexFolder } from './indexing/index-folder.ts';
import type { IndexFolderRequest } from './indexing/index-plan.ts';
import type { IndexTask, Prepared } from './indexing/index-prepare.ts';
import {
  type IndexFileRequest,
  type IndexReport,
  indexFile,
  indexStored,
  type RefreshRequest,
  refreshFiles,
} from './indexing/index-source.ts';
import type { WriteTurn } from './indexing/index-write.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import { takeTerms } from './indexing/take-terms.ts';
import { lateSource } from './late/late-original.ts';
import { originalState, readOriginal } from './originals/originals.ts';
import { type ReadRequest, type ReadResult, readLines } from './originals/read-lines.ts';
import { type PurgeEnd, type PurgeWhat, purge } from './retention/purge.ts';
import { removeSources } from './retention/remove-sources.ts';

/** Work on the knowledge store that may take longer than hooks can wait; it runs in a worker when it is large. */
export type KnowledgeJob =
  | ({ readonly kind: 'index-file' } & IndexFileRequest)
  | ({ readonly kind: 'index-folder' } & IndexFolderRequest)
  | ({ readonly kind: 'refresh-files' } & RefreshRequest)
  | { readonly kind: 'index-stored'; readonly id: number; readonly nowMs: number }
  | { readonly kind: 'remove-sources'; readonly ids: readonly number[] }
  | ({ readonly kind: 'read'; readonly id: number; readonly realPath?: string | undefined } & ReadRequest)
  | { readonly kind: 'purge'; readonly what: PurgeWhat }
  | { readonly kind: 'rebuild-index' }
  | { readonly kind: 'take-terms' };

export interface KnowledgeJobResults {
  readonly 'index-file': IndexReport;
  readonly 'index-folder': FolderReport;
  readonly 'refresh-files': readonly number[];
  readonly 'index-stored': IndexReport;
  readonly 'remove-sources': undefined;
  readonly read: ReadResult & {
    readonly source: Source;
    readonly isChanged: boolean;
    /** Places of the whole file at which a secret is not shown. */
    readonly redactions: number;
  };
  readonly purge: PurgeEnd;
  readonly 'rebuild-index': number;
  readonly 'take-terms': undefined;
}

export type KnowledgeJobKind = KnowledgeJob['kind'];
export type JobOf<K extends KnowledgeJobKind> = Extract<KnowledgeJob, { readonly kind: K }>;

/** Makes the passages of files, in this thread or in another one, in batches. */
type PrepareFiles = (
  tasks: readonly IndexTask[],
  isCancelled: () => boolean,
) => Iterable<readonly Prepared[]>;

/** Prepares the files of folders somewhere else. */
export interface FilePreparing {
  /** At least so many files will have to be prepared soon. */
  readonly expect: (files: number) => void;
  readonly prepare: PrepareFiles;
}

export interface KnowledgePlace {
  readonly store: KnowledgeStore;
  readonly sources: SourceStore;
  readonly vocabulary: Vocabulary;
  readonly purge: PurgeStore;
  readonly outDir: string;
  readonly turn: WriteTurn;
  /** Makes rules that came from another thread into the question whether a file may be read. Absent: all may. */
  readonly reading?: (rules: unknown) => (path: string) => boolean;
  /** Absent: files are prepared in the thread that writes. */
  readonly preparing?: FilePreparing;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** Whoever waits for a job. */
export interface Watch {
  readonly isCancelled: () => boolean;
  readonly progress: (progress: JobProgress) => void;
}

const NOBODY: Watch = { isCancelled: () => false, progress: () => undefined };

/** A source by its handle, one that waits for the store among them: that may not be readable now. */
export const sourceOf = (
  { store, outDir }: Pick<KnowledgePlace, 'store' | 'outDir'>,
  id: number,
): Source | undefined => lateSource(outDir, id) ?? store.findSource(id);

function read(place: KnowledgePlace, job: JobOf<'read'>): KnowledgeJobResults['read'] {
  const source = sourceOf(place, job.id);
  if (source === undefined) {
    throw new AppError('HANDLE_UNKNOWN', `id: nothing is stored as ${formatHandle(job.id)} in this project.`);
  }
  const isChanged = originalState(place.outDir, source) === 'changed';
  const { text, redactions } = readOriginal(
    place.outDir,
    source,
    // Where the path led when it was judged.
    (opened) => job.realPath === undefined || opened === job.realPath,
  );
  return { ...readLines(text, job), source, isChanged, redactions };
}

/** Runs a job in this thread. @throws AppError as the functions behind it do */
export function runKnowledgeJob(
  place: KnowledgePlace,
  job: KnowledgeJob,
  watch: Watch = NOBODY,
): KnowledgeJobResults[KnowledgeJobKind] {
  switch (job.kind) {
    case 'index-file':
      return indexFile(place, job);
    case 'index-folder':
      return indexFolder(place, job, watch);
    case 'refresh-files':
      return refreshFiles(place, job);
    case 'index-stored':
      return indexStored(place, job);
    case 'remove-sources':
      return removeSources(place, job.ids);
    case 'read':
      return read(place, job);
    case 'purge':
      return purge(place, job.what);
    case 'rebuild-index':
      return rebuildIndex(place.store, place.outDir);
    case 'take-terms':
      return takeTerms(place);
    default:
      return job satisfies never;
  }
}
