import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { toAppError } from '#core/errors.ts';
import { type DigestJob, digestFile } from '#features/governor/digest-file.ts';
import {
  type KnowledgeJob,
  type KnowledgePlace,
  runKnowledgeJob,
  type Watch,
} from '#features/knowledge/jobs.ts';
import { type ReadRules, readingBy } from '#features/policy/read-rules.ts';
import { END_REQUEST, type WorkerReply, type WorkerRequest } from '#infra/worker-client.ts';
import { writeAfter } from '#infra/write-turn.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { createPurgeStore } from '#storage/purge-store.ts';
import { selectDriver } from '#storage/select-driver.ts';
import { createSourceStore } from '#storage/source-store.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { prepareBeside } from './prepare-worker.ts';
import type { WorkerData } from './workspace.ts';

type Job = KnowledgeJob | DigestJob;

/** Nobody reads faster. */
const PROGRESS_MS = 100;

function post(reply: WorkerReply): void {
  parentPort?.postMessage(reply);
}

/** Passes progress on, not more often than it can be read, and looks at whether anybody still waits. */
function watchFor({ id, cancelled }: WorkerRequest): Watch {
  const flag = new Int32Array(cancelled);
  let nextMs = 0;
  return {
    isCancelled: () => Atomics.load(flag, 0) !== 0,
    progress: (progress) => {
      const nowMs = performance.now();
      if (nowMs < nextMs) return;
      nextMs = nowMs + PROGRESS_MS;
      post({ id, progress });
    },
  };
}

function run(place: () => KnowledgePlace, request: WorkerRequest, job: Job): WorkerReply {
  const { id } = request;
  try {
    const value =
      job.kind === 'digest-file' ? digestFile(job) : runKnowledgeJob(place(), job, watchFor(request));
    return { id, ok: true, value };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { id, ok: false, code, message };
  }
}

/** In the worker thread: runs jobs on the store, one after the other, as they come. */
export function serveStore({ databasePath, outDir, driver: forced, turn }: WorkerData): void {
  let open: { readonly database: Database; readonly place: KnowledgePlace } | undefined;

  /** Opened with the first job that needs the store: a digest does not, and somebody waits for it. */
  function opened() {
    if (open !== undefined) return open;
    // The same library as the main thread: two copies in one process drop each other's file locks.
    const { driver } = selectDriver({ bundleDir: bundleDirectory(), forced });
    const database = openDatabase({ driver, path: databasePath });
    const place: KnowledgePlace = {
      store: createKnowledgeStore(database),
      sources: createSourceStore(database),
      purge: createPurgeStore(database),
      vocabulary: createVocabulary(database),
      outDir,
      turn: writeAfter(turn),
      reading: (rules) => readingBy(rules as ReadRules),
      preparing: prepareBeside(pathToFileURL(join(bundleDirectory(), 'worker.mjs'))),
    };
    open = { database, place };
    return open;
  }

  parentPort?.on('message', (request: WorkerRequest | typeof END_REQUEST) => {
    if (request === END_REQUEST) {
      open?.database.close();
      parentPort?.close();
      return;
    }
    const job = request.job as Job;
    post(run(() => opened().place, request, job));
    if (job.kind !== 'read' && job.kind !== 'digest-file') open?.database.checkpoint();
  });
}
