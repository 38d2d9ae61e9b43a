/** `typescript.mjs`: the worker thread that turns TypeScript into JavaScript. It is there while there is some to turn. */
import { parentPort } from 'node:worker_threads';
import { stripTypes } from '#features/execution/strip-types.ts';
import { javascriptOf } from '#features/execution/typescript-code.ts';
import { END_REQUEST, type WorkerReply, type WorkerRequest } from '#infra/worker-client.ts';

parentPort?.on('message', (request: WorkerRequest | typeof END_REQUEST) => {
  if (request === END_REQUEST) {
    parentPort?.close();
    return;
  }
  const { id, job } = request;
  const value = javascriptOf(String(job), stripTypes);
  parentPort?.postMessage({ id, ok: true, value } satisfies WorkerReply);
});
