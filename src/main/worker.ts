/** The worker thread: runs knowledge jobs that would hold up the main thread. Started by worker-client. */
import { parentPort, workerData } from 'node:worker_threads';
import { toAppError } from '#core/errors.ts';
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

function answer(id: number, job: KnowledgeJob): WorkerReply {
  try {
    return { id, ok: true, value: runKnowledgeJob({ store, outDir }, job) };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { id, ok: false, code, message };
  }
}

parentPort?.on('message', ({ id, job }: { id: number; job: KnowledgeJob }) => {
  parentPort?.postMessage(answer(id, job));
  if (job.kind !== 'read') database.checkpoint();
});
