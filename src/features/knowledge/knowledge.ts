import { AppError } from '#core/errors.ts';
import { realPath } from '#infra/real-path.ts';
import { statPath } from '#infra/stat-path.ts';
import type { FactSearch } from '#storage/fact-search.ts';
import { ASIDE_WAIT_MS } from '#storage/lock-patience.ts';
import type { Source } from '#storage/source.ts';
import type { HitFilter } from '#storage/source-filter.ts';
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
import { StaleFiles } from './originals/freshness.ts';
import { createGivenContent } from './originals/given-content.ts';
import { createKeptOutputs } from './originals/kept-outputs.ts';
import { sourceFile } from './originals/originals.ts';
import { createPages } from './originals/pages.ts';
import type { PurgeEnd, PurgeWhat } from './retention/purge.ts';
import { Retention, type RetentionLimits } from './retention/retention.ts';
import { UseNotes } from './retention/use-notes.ts';
import type { Expansion } from './search/expand-query.ts';
import { isIndexLost } from './search/index-lost.ts';
import { nearestTerms } from './search/nearest-terms.ts';
import { type FullAnswer, onlyFacts, rememberedAnswers, withFacts } from './search/remembered-answers.ts';
import { wantsOnlyFacts } from './search/search-facts.ts';
import { type SearchRequest, searchPassages } from './search/search-passages.ts';
import { TermIntake } from './search/term-intake.ts';
import { searchTimeline, type TimelineAnswer, type TimelineRequest } from './search/timeline.ts';
import { wholeWords } from './search/whole-words.ts';

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
  const searchPlace = { ...options, mayShow };
  const staleFiles = new StaleFiles(options);
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

  /** Takes in what changed on disk, as far as this search looks. A store that cannot be written can still be searched. */
  async function refresh(): Promise<void> {
    if (folderJobs > 0) return;
    const { ids: stale, bytes } = staleFiles.look(options.nowMs());
    const ids = stale.filter((id) => {
      const source = store.findSource(id);
      return source !== undefined && mayShow(source);
    });
    if (ids.length === 0) return;
    try {
      const { maxFileBytes } = options.indexLimits();
      const job = { kind: 'refresh-files', ids, maxFileBytes, nowMs: options.nowMs() } as const;
      staleFiles.refuse((await run<'refresh-files'>(job, bytes)).flatMap((id) => store.findSource(id) ?? []));
    } catch (thrown) {
      options.onFault(thrown);
    }
  }

  async function withIndex<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (thrown) {
      if (!isIndexLost(thrown)) throw thrown;
      await run<'rebuild-index'>({ kind: 'rebuild-index' }, Number.POSITIVE_INFINITY);
      return work();
    }
  }

  /** A word that the index does not know is looked up among its terms, once these are taken in. */
  async function withTerms<A extends { readonly expansions: readonly Expansion[] }>(
    ask: () => readonly A[],
  ): Promise<readonly A[]> {
    const answers = await withIndex(ask);
    // While a folder is indexed there are new terms all the time; whoever asks now does not wait for them.
    if (folderJobs > 0 || answers.every(({ expansions }) => expansions.length === 0)) return answers;
    return (await terms.catchUp()) ? ask() : answers;
  }

  return {
    ...outputs,

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

    /** See searchPassages. A lost text index is rebuilt first. */
    async search(request: SearchRequest): Promise<readonly FullAnswer[]> {
      const remembered = rememberedAnswers(options, request, store.counts().chunks === 0);
      if (wantsOnlyFacts(request.filter)) return onlyFacts(remembered.answers, request);
      await outputs.settleSoon();
      await refresh();
      const left = { ...request, maxBytes: request.maxBytes - remembered.bytes };
      const answers = await withTerms(() => searchPassages(searchPlace, left));
      uses.note([...new Set(answers.flatMap((answer) => answer.passages.map(({ hit }) => hit.source.id)))]);
      return withFacts(answers, remembered.answers);
    },

    /** See searchTimeline. */
    async timeline(request: TimelineRequest): Promise<readonly TimelineAnswer[]> {
      await outputs.settleSoon();
      await refresh();
      return withTerms(() => searchTimeline(searchPlace, request));
    },

    /** See nearestTerms; as words that some passage holds. */
    nearestWords: (question: string): readonly string[] =>
      wholeWords(nearestTerms(question, options.vocabulary), options),

    /** How much of the store a filter leaves to be searched. */
    scope: (filter: HitFilter) => options.timeline.scope(filter),

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
