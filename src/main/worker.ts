/** The worker threads: one that works on the store, started by worker-client, and one that reads files for it. */
import { workerData } from 'node:worker_threads';
import { type PreparingEnd, servePreparing } from './prepare-worker.ts';
import { serveStore } from './store-worker.ts';
import type { WorkerData } from './workspace.ts';

const data = workerData as WorkerData | PreparingEnd;
if ('stream' in data) servePreparing(data);
else serveStore(data);
