import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toAppError } from '#core/errors.ts';
import { DAY_MS } from '#core/units.ts';
import type { Digest, DigestOptions } from '#features/governor/digest.ts';
import type { DigestJob } from '#features/governor/digest-file.ts';
import { readIndexLimits } from '#features/knowledge/indexing/index-limits.ts';
import type { JobProgress } from '#features/knowledge/jobs.ts';
import { createKnowledge } from '#features/knowledge/knowledge.ts';
import { readRetentionLimits } from '#features/knowledge/retention/retention.ts';
import type { ReadRules } from '#features/policy/read-rules.ts';
import { type IngestPlace, ingestSpool, removeQuietSpool } from '#features/sessions/ingest-spool.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import type { Log } from '#infra/logger.ts';
import { Occupied } from '#infra/occupied.ts';
import { type Project, resolveProject } from '#infra/project.ts';
import { createWorkerClient } from '#infra/worker-client.ts';
import { createTurnState, writeFirst } from '#infra/write-turn.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import type { Driver } from '#storage/driver.ts';
import { createFactSearch } from '#storage/fact-search.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { ASIDE_WAIT_MS } from '#storage/lock-patience.ts';
import { createPageStore } from '#storage/page-store.ts';
import { createPurgeStore } from '#storage/purge-store.ts';
import { createResumeStore } from '#storage/resume-store.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore, type SessionStore } from '#storage/session-store.ts';
import { createSourceStore } from '#storage/source-store.ts';
import { createTallyStore } from '#storage/tally-store.ts';
import { createTimelineStore } from '#storage/timeline-store.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { projectOfEvent } from './project-of-event.ts';

/** Longest time for one background job; indexing 64 MB takes a few seconds. */
const JOB_TIMEOUT_MS = 120_000;
/** A search with an expression that does not end is given up. */
const READ_TIMEOUT_MS = 10_000;
/** Kept outputs are indexed when no digest is being made, but no later than this. */
const QUIET_LIMIT_MS = 10_000;

/** Sessions that nobody used for so long go, with all that is remembered of them; what the project knows stays. */
const SESSION_AGE_MS = 30 * DAY_MS;
/** A session has up to a few thousand rows: a few milliseconds. */
const SESSIONS_PER_STEP = 2;

export interface WorkspaceOptions {
  readonly home: string;
  readonly env: Environment;
  /** Folder that the agent or the user works in. */
  readonly folder: string;
  /** The project, where it is not the folder's own. */
  readonly project?: Project;
  readonly log: Log;
  /** Permission rules for reading; absent: the user's own act, which they are not for. */
  readonly reads?: ReadPermissions;
}

/** What the stores need to know of the permission rules. */
export interface ReadPermissions {
  readonly mayRead: (path: string) => boolean;
  /** For the threads that walk folders; undefined: no rule forbids any file. */
  readonly rules: () => ReadRules | undefined;
}

/** What the worker thread is told when it starts. */
export interface WorkerData {
  readonly databasePath: string;
  readonly outDir: string;
  readonly driver: string;
  /** Shared with the main thread: see infra/write-turn.ts. */
  readonly turn: SharedArrayBuffer;
}

/** Chooses the SQLite library once per process and logs what had to be passed over. @throws AppError DRIVER_MISSING */
export function chooseDriver(env: Environment, log: Log): Driver {
  const { driver, skipped } = selectDriver({
    bundleDir: bundleDirectory(),
    forced: environmentValue(env, DRIVER_ENV),
  });
  for (const { code, driver: name, reason } of skipped) log({ code, message: reason, driver: name });
  return driver;
}

/** One project's stores and features, opened on first use; nothing is cached from a failed try. */
export type Workspace = ReturnType<typeof createWorkspace>;

export function createWorkspace(options: WorkspaceOptions) {
  const { home, env, log } = options;
  const project = options.project ?? resolveProject(home, options.folder);
  const driver = chooseDriver(env, log);
  const turn = createTurnState();
  const database: Database = openDatabase({
    driver,
    path: project.databasePath,
    // Hooks wait for this thread; whoever writes much waits for it.
    runWrite: writeFirst(turn),
  });
  const sessions: SessionStore = createSessionStore(database);
  const factStore = createFactStore(database);
  const store = createKnowledgeStore(database);
  const vocabulary = createVocabulary(database);
  const purges = createPurgeStore(database);
  const workerData: WorkerData = {
    databasePath: project.databasePath,
    outDir: project.outDir,
    driver: driver.name,
    turn,
  };
  const script = pathToFileURL(join(bundleDirectory(), 'worker.mjs'));
  const worker = createWorkerClient(script, workerData);
  // A folder takes seconds, and jobs of one worker wait for each other.
  const folderWorker = createWorkerClient(script, workerData);
  // Terms of a large index take seconds too, and nobody waits for them to the end.
  const termWorker = createWorkerClient(script, workerData);
  // A search by an expression may have to be ended, and must take nothing else with it.
  const readWorker = createWorkerClient(script, workerData);
  // An answer waits for its digest, and must not wait for what is indexed behind an earlier one.
  const digestWorker = createWorkerClient(script, workerData);
  const digests = new Occupied();
  const ingestPlace: IngestPlace = {
    home,
    store: sessions,
    isOurs: (cwd) => projectOfEvent(home, cwd).dataDir === project.dataDir,
  };

  let isOpen = true;
  const knowledge = createKnowledge({
    store,
    vocabulary,
    sources: createSourceStore(database),
    purge: purges,
    timeline: createTimelineStore(database),
    factSearch: createFactSearch(database),
    outDir: project.outDir,
    // The main thread waits for nobody.
    turn: { isWanted: () => false, giveWay: () => undefined },
    avoid: [home],
    mayRead: options.reads?.mayRead ?? (() => true),
    readRules: options.reads?.rules ?? (() => undefined),
    indexLimits: () => readIndexLimits(env),
    retentionLimits: () => readRetentionLimits(env),
    sessionId: environmentValue(env, 'CLAUDE_CODE_SESSION_ID'),
    nowMs: Date.now,
    elsewhere: (job, follow) => {
      if (job.kind === 'read') return readWorker.run(job, { timeoutMs: READ_TIMEOUT_MS });
      const timeoutMs = JOB_TIMEOUT_MS;
      if (job.kind === 'take-terms') return termWorker.run(job, { timeoutMs });
      if (follow === undefined) return worker.run(job, { timeoutMs });
      const onProgress = (progress: unknown): void => follow.progress(progress as JobProgress);
      return folderWorker.run(job, { timeoutMs, signal: follow.signal, onProgress });
    },
    quiet: () => digests.free(QUIET_LIMIT_MS),
    onFault: (thrown) => {
      // Jobs that end with us are no faults.
      if (isOpen) log({ code: toAppError(thrown).code, message: toAppError(thrown).message });
    },
  });

  return {
    project,
    driver,
    database,
    sessions,
    factStore,
    resume: createResumeStore(database),
    knowledge,
    purges,
    pages: createPageStore(database),
    tallies: createTallyStore(database),

    /** The thread that indexes will have work soon. */
    expectWork: () => worker.expect(),

    /** The thread that makes digests will have work soon: to start takes longer than many a digest. */
    expectDigest: () => digestWorker.expect(),

    digestFile: async (file: string, digest: DigestOptions): Promise<Digest> =>
      (await digests.during(
        digestWorker.run({ kind: 'digest-file', file, ...digest } satisfies DigestJob, {
          timeoutMs: JOB_TIMEOUT_MS,
        }),
      )) as Digest,

    /** Runs what no answer depends on: it does not wait long for another process's lock. */
    aside: <T>(work: () => T): T => database.within(ASIDE_WAIT_MS, work),

    /** Takes spooled events in; must not disturb whoever asks for something else. */
    ingest(): void {
      ingestSpool(ingestPlace);
    },

    /** A little of what keeps the store small. True while there is more to do. */
    retain(): boolean {
      const dropped = factStore.dropSessions(Date.now() - SESSION_AGE_MS, SESSIONS_PER_STEP);
      return knowledge.retain() || dropped > 0;
    },

    removeQuietSpool(): void {
      removeQuietSpool(ingestPlace, Date.now());
    },

    async close(): Promise<void> {
      knowledge.flush();
      isOpen = false;
      const workers = [worker, folderWorker, termWorker, readWorker, digestWorker];
      await Promise.all(workers.map((client) => client.close()));
      database.close();
    },
  };
}
