import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { AppError } from '#core/errors.ts';
import { WORKER_MEMORY } from './worker-client.ts';

/**
 * A list that one worker thread makes and another takes item by item, both without an event loop: the taking thread is in
 * the middle of a job. So much is made ahead, so that memory stays bounded.
 */
const MAX_AHEAD = 2;
/** The other thread is given up when it says nothing for so long. */
const SILENCE_MS = 60_000;

/** Places in the shared state. */
const [MADE, TAKEN, STOPPED, ASKED] = [0, 1, 2, 3];
const STATE_BYTES = 4 * Int32Array.BYTES_PER_ELEMENT;

/** What the making thread gets. */
export interface StreamEnd {
  readonly port: MessagePort;
  readonly state: SharedArrayBuffer;
}

type Message =
  | { readonly kind: 'item'; readonly item: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string };

/** A thread that waits to be told what to make. */
export interface StartedStream {
  /**
   * Tells the other thread what to make, and gives it. Blocks this thread, which must not be the main one. Leaving the loop
   * early ends the other thread. @throws AppError WORKER_FAILED
   */
  take(order: unknown): Generator<unknown>;
}

/** Blocks until the order is there; undefined when the taking side stopped. */
function readOrder(port: MessagePort, counts: Int32Array): unknown {
  while (Atomics.load(counts, STOPPED) === 0) {
    const received = receiveMessageOnPort(port) as { readonly message: unknown } | undefined;
    if (received !== undefined) return received.message;
    Atomics.wait(counts, ASKED, 0, SILENCE_MS);
  }
  return undefined;
}

/** Makes the list that is ordered: in the thread that `startStream` started. Ends early when the taking side stopped. */
export function makeFor(
  { port, state }: StreamEnd,
  list: (order: unknown, isStopped: () => boolean) => Iterable<unknown>,
): void {
  const counts = new Int32Array(state);
  const isStopped = (): boolean => Atomics.load(counts, STOPPED) !== 0;
  const send = (message: Message): void => {
    port.postMessage(message);
    Atomics.add(counts, MADE, 1);
    Atomics.notify(counts, MADE);
  };
  try {
    const order = readOrder(port, counts);
    for (const item of order === undefined ? [] : list(order, isStopped)) {
      send({ kind: 'item', item });
      for (;;) {
        const taken = Atomics.load(counts, TAKEN);
        if (isStopped() || Atomics.load(counts, MADE) - taken < MAX_AHEAD) break;
        Atomics.wait(counts, TAKEN, taken, SILENCE_MS);
      }
      if (isStopped()) break;
    }
    send({ kind: 'end' });
  } catch (thrown) {
    send({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
  port.close();
}

function next(port: MessagePort, counts: Int32Array): Message {
  for (;;) {
    const made = Atomics.load(counts, MADE);
    const received = receiveMessageOnPort(port) as { readonly message: Message } | undefined;
    if (received !== undefined) return received.message;
    if (Atomics.wait(counts, MADE, made, SILENCE_MS) === 'timed-out')
      throw new AppError('WORKER_FAILED', 'The thread that reads files did not answer.');
  }
}

/** Starts `script` with a `StreamEnd` under `stream` as its `workerData`. */
export function startStream(script: URL): StartedStream {
  const { port1, port2 } = new MessageChannel();
  const state = new SharedArrayBuffer(STATE_BYTES);
  const counts = new Int32Array(state);
  const stream: StreamEnd = { port: port2, state };
  const worker = new Worker(script, {
    workerData: { stream },
    transferList: [port2],
    stdout: true,
    stderr: true,
    resourceLimits: WORKER_MEMORY,
  });
  worker.unref();
  port1.unref();
  return {
    *take(order) {
      port1.postMessage(order);
      Atomics.store(counts, ASKED, 1);
      Atomics.notify(counts, ASKED);
      try {
        for (;;) {
          const message = next(port1, counts);
          if (message.kind === 'end') return;
          if (message.kind === 'failed')
            throw new AppError('WORKER_FAILED', `The thread that reads files failed: ${message.message}`);
          Atomics.add(counts, TAKEN, 1);
          Atomics.notify(counts, TAKEN);
          yield message.item;
        }
      } finally {
        Atomics.store(counts, STOPPED, 1);
        Atomics.notify(counts, TAKEN);
        port1.close();
        void worker.terminate();
      }
    },
  };
}
