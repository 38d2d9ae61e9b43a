import { AppError } from '#core/errors.ts';
import { realPath } from '#infra/real-path.ts';
import { statPath } from '#infra/stat-path.ts';
import type { FactSearch } from '#storage/fact-search.ts';
import { ASIDE_WAIT_MS } from '#storage/lock-patience.ts';
import type { Source } from '#storage/source.ts';
import type { TimelineStore } from '#storage/timeline-store.ts';
import type { FolderReport } from './indexing/index-folder.ts';
import type { IndexLimits } from './indexing/index-limits.ts';
import type { IndexReport } from './indexing/index-source.ts';
import {
  type JobOf,
  type JobProgress,
  type KnowledgeJob,
  type KnowledgeJobKind,
  type KnowledgeJobResults,
  type KnowledgePlace,
  runKnowledgeJob,
  sourceOf,
} from './jobs.ts';
import { createGivenContent } from './originals/given-content.ts';
import { createKeptOutputs } from './originals/kept-outputs.ts';
import { sourceFile } from './originals/originals.ts';
import { createPages } from './originals/pages.ts';
import type { PurgeEnd, PurgeWhat } from './retention/purge.ts';
import { Retention, type RetentionLimits } from './retention/retention.ts';
import { UseNotes } from './retention/use-notes.ts';
import { createQuestions } from './search/questions.ts';
import { TermIntake } from './search/term-intake.ts';

/** Up to here a job is done at once (a few milliseconds); larger ones would hold up the hooks that this server serves. */
const INLINE_BYTES = 64 * 1024;

/** Runs jobs elsewhere: in a worker thread. */
type RunElsewhere = (job: KnowledgeJob, follow?: Follow) => Promise<unknown>;

/** How a caller follows a long job. */
export interface Follow {
  /** Aborted: the job ends soon, and what it committed stays. */
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

export interface KnowledgeOptions extends KnowledgePlace {
  readonly timeline: TimelineStore;
  readonly factSearch: FactSearch;
  readonly elsewhere: RunElsewhere;
  /** Resolves when nothing is at work that an answer waits for. */
  readonly quiet?: () => Promise<void>;
  readonly sessionId: string | undefined;
  readonly nowMs: () => number;
  /** What failed behind an answer that is right all the same: an output stays readable by its handle, a search stands. */
  readonly onFault: (thrown: unknown) => void;
  /** Read when they are needed, so that a wrong variable fails the call and not the start. */
  readonly indexLimits: () => IndexLimits;
  readonly retentionLimits: () => RetentionLimits;
  /** Absolute paths that no folder's index enters: our own data. */
  readonly avoid: readonly string[];
  /** False when a permission rule speaks against showing what this file holds. */
  readonly mayRead: (path: string) => boolean;
  /** What the threads that walk folders need to know of the rules; undefined: no rule forbids any file. */
  readonly readRules: () => unknown;
}

export interface FolderRequest {
  /** Absolute. */
  readonly folder: string;
  /** In front of every file's name in the folder: empty, or with a slash at the end. */
  readonly labelPrefix: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export type Knowledge = ReturnType<typeof createKnowledge>;

const forbidden = (what: string, path: string): AppError =>
  new AppError(
    'PERMISSION_DENIED',
    `Not ${what}: a Read rule of the permission settings speaks against ${path}.`,
  );

/** What a project knows: indexed files and stored originals, searchable and readable by handle. */
export function createKnowledge(options: KnowledgeOptions) {
  const { store, outDir } = options;
  const mayShow = ({ path }: Source): boolean => path === undefined || options.mayRead(path);
  let retention: Retention | undefined;
  let folderJobs = 0;

  const terms = new TermIntake({
    take: () => run<'take-terms'>({ kind: 'take-terms' }, Number.POSITIVE_INFINITY),
    lastPassage: () => store.lastPassage(),
    onFault: options.onFault,
  });

  const uses = new UseNotes(
    (ids) => store.within(ASIDE_WAIT_MS, () => store.touch(ids, options.nowMs())),
    options.onFault,
  );

  const request = () => ({ sessionId: options.sessionId, nowMs: options.nowMs() });

  async function run<K extends KnowledgeJobKind>(
    job: JobOf<K>,
    bytes: number,
  ): Promise<KnowledgeJobResults[K]> {
    const result = bytes <= INLINE_BYTES ? runKnowledgeJob(options, job) : await options.elsewhere(job);
    if (job.kind === 'index-file' || job.kind === 'index-stored') {
      const { change, passages } = result as IndexReport;
      if (change !== 'unchanged') terms.added(passages);
    }
    return result as KnowledgeJobResults[K];
  }

  const outputs = createKeptOutputs(options, { ...options, run, request });

  const questions = createQuestions(
    { ...options, mayShow },
    {
      run,
      terms,
      settleSoon: () => outputs.settleSoon(),
      isTakingIn: () => folderJobs > 0,
      note: (ids) => uses.note(ids),
    },
  );

  return {
    ...outputs,
    ...questions,

    /**
     * Indexes a file where it lies. A known file keeps its label unless `isRenamed`.
     * @throws AppError FILE_UNREADABLE, FILE_TOO_LARGE, CONTENT_BINARY
     */
    async indexFile(path: string, label: string, isRenamed = false): Promise<IndexReport> {
      const real = realPath(path);
      if (real !== path && !options.mayRead(real)) throw forbidden('indexed', real);
      const bytes = statPath(real)?.size ?? 0;
      return await run<'index-file'>(
        { kind: 'index-file', path: real, label, isRenamed, ...request() },
        bytes,
      );
    },

    /** Indexes the files of a folder. Nothing of it happens in this thread. @throws AppError FILE_UNREADABLE */
    async indexFolder(asked: FolderRequest, follow: Follow): Promise<FolderReport> {
      const limits = options.indexLimits();
      folderJobs += 1;
      try {
        const { avoid } = options;
        const rules = options.readRules();
        const job = { kind: 'index-folder', ...asked, limits, avoid, rules, ...request() } as const;
        return (await options.elsewhere(job, follow)) as FolderReport;
      } finally {
        folderJobs -= 1;
        if (folderJobs === 0) terms.added(Number.POSITIVE_INFINITY);
      }
    },

    ...createGivenContent(options, { run, request }),
    ...createPages(options, { run, request, note: (id) => uses.note([id]) }),

    /** A page of a source by its handle. @throws AppError PERMISSION_DENIED, and what reading throws */
    async read(request: Omit<JobOf<'read'>, 'kind' | 'realPath'>): Promise<KnowledgeJobResults['read']> {
      const source = sourceOf(options, request.id);
      if (source !== undefined && !mayShow(source)) throw forbidden('read', source.path ?? '');
      const real = source?.path === undefined ? undefined : realPath(source.path);
      if (real !== undefined && !options.mayRead(real)) throw forbidden('read', real);
      const isHeavy = request.grep !== undefined || (source?.bytes ?? 0) > INLINE_BYTES;
      const page = await run<'read'>(
        { kind: 'read', ...request, realPath: real },
        isHeavy ? Number.POSITIVE_INFINITY : 0,
      );
      uses.note([request.id]);
      return page;
    },

    /** Undefined when nothing is stored as this. */
    sourceOf: (id: number): Source | undefined => store.findSource(id),

    /** See purge; in the worker. @throws AppError of the store */
    async purge(what: PurgeWhat): Promise<PurgeEnd> {
      uses.flush();
      return await run<'purge'>({ kind: 'purge', what }, Number.POSITIVE_INFINITY);
    },

    /** A little of what keeps the store small, a few milliseconds long. True while there is more to do. */
    retain(): boolean {
      uses.flush();
      outputs.takeInLate();
      retention ??= new Retention(options, options.retentionLimits());
      const sweep = retention;
      return store.within(ASIDE_WAIT_MS, () => sweep.step(options.nowMs()));
    },

    /** Writes down what is still only noted; before the store is closed. */
    flush: () => uses.flush(),

    /** Folder of the stored originals, absolute. */
    outDir,
    pathOf: (source: Source): string => sourceFile(outDir, source),
    counts: () => store.counts(),
    recentSources: (limit: number) => store.recentSources(limit),
  };
}
