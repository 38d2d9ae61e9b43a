/** `fetch.mjs`: the worker thread that asks the network for pages, several at a time. */
import { parentPort } from 'node:worker_threads';
import { lookUp } from '#infra/http/dial.ts';
import type { HopRequest } from '#infra/http/hop.ts';
import { requestHop } from '#infra/http/request-hop.ts';
import { END_REQUEST, type WorkerReply, type WorkerRequest } from '#infra/worker-client.ts';

/** How often it is looked at whether anybody still waits. */
const CANCEL_CHECK_MS = 50;

async function answer({ id, job, cancelled }: WorkerRequest): Promise<WorkerReply> {
  const flag = new Int32Array(cancelled);
  const abort = new AbortController();
  const timer = setInterval(() => {
    if (Atomics.load(flag, 0) !== 0) abort.abort();
  }, CANCEL_CHECK_MS);
  try {
    const place = { env: process.env, lookup: lookUp };
    return { id, ok: true, value: await requestHop(job as HopRequest, place, abort.signal) };
  } finally {
    clearInterval(timer);
  }
}

parentPort?.on('message', (request: WorkerRequest | typeof END_REQUEST) => {
  if (request === END_REQUEST) parentPort?.close();
  else void answer(request).then((reply) => parentPort?.postMessage(reply));
});
