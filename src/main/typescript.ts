/** `typescript.mjs`: the worker thread that turns TypeScript into JavaScript. It is there while there is some to turn. */
import { parentPort } from 'node:worker_threads';
import { stripTypes } from '#features/execution/strip-types.ts';
import { javascriptOf } from '#features/execution/typescript-code.ts';
import type { WorkerReply, WorkerRequest } from '#infra/worker-client.ts';

parentPort?.on('message', ({ id, job }: WorkerRequest) => {
  const value = javascriptOf(String(job), stripTypes);
  parentPort?.postMessage({ id, ok: true, value } satisfies WorkerReply);
});
