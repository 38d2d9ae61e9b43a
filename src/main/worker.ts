/** The worker thread: runs what would hold up the main thread. Started by worker-client. */
import { parentPort, workerData } from 'node:worker_threads';
import { toAppError } from '#core/errors.ts';
import { type DigestJob, digestFile } from '#features/governor/digest-file.ts';
import { type KnowledgeJob, runKnowledgeJob } from '#features/knowledge/jobs.ts';
import type { WorkerReply } from '#infra/worker-client.ts';
import { openDatabase } from '#storage/database.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { selectDriver } from '#storage/select-driver.ts';
import { bundleDirectory, type WorkerData } from './workspace.ts';

const { databasePath, outDir, driver: forced } = workerData as WorkerData;
// The same library as the main thread: two copies in one process drop each other's file locks.
const { driver } = selectDriver({ bundleDir: bundleDirectory(), forced });
const database = openDatabase({ driver, path: databasePath });
const store = createKnowledgeStore(database);

function run(job: KnowledgeJob | DigestJob): unknown {
  return job.kind === 'digest-file' ? digestFile(job) : runKnowledgeJob({ store, outDir }, job);
}

function answer(id: number, job: KnowledgeJob | DigestJob): WorkerReply {
  try {
    return { id, ok: true, value: run(job) };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { id, ok: false, code, message };
  }
}

parentPort?.on('message', ({ id, job }: { id: number; job: KnowledgeJob | DigestJob }) => {
  parentPort?.postMessage(answer(id, job));
  if (job.kind !== 'read' && job.kind !== 'digest-file') database.checkpoint();
});
