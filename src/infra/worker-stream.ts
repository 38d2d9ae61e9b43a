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
const [MADE, TAKEN, STOPPED] = [0, 1, 2];
const STATE_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

/** What the making thread gets. */
export interface StreamEnd {
  readonly port: MessagePort;
  readonly state: SharedArrayBuffer;
}

type Message =
  | { readonly kind: 'item'; readonly item: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string };

/** Makes the list: in the thread that `takeFrom` started. Ends early when the taking side stopped. */
export function makeFor(
  { port, state }: StreamEnd,
  list: (isStopped: () => boolean) => Iterable<unknown>,
): void {
  const counts = new Int32Array(state);
  const isStopped = (): boolean => Atomics.load(counts, STOPPED) !== 0;
  const send = (message: Message): void => {
    port.postMessage(message);
    Atomics.add(counts, MADE, 1);
    Atomics.notify(counts, MADE);
  };
  try {
    for (const item of list(isStopped)) {
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

/**
 * Starts `script` with `workerData` and a `StreamEnd` under `stream`, and gives what it makes. Blocks this thread, which
 * must not be the main one. Leaving the loop early ends the other thread.
 * @throws AppError WORKER_FAILED
 */
export function* takeFrom(script: URL, workerData: Readonly<Record<string, unknown>>): Generator<unknown> {
  const { port1, port2 } = new MessageChannel();
  const state = new SharedArrayBuffer(STATE_BYTES);
  const counts = new Int32Array(state);
  const stream: StreamEnd = { port: port2, state };
  const worker = new Worker(script, {
    workerData: { ...workerData, stream },
    transferList: [port2],
    stdout: true,
    stderr: true,
    resourceLimits: WORKER_MEMORY,
  });
  worker.unref();
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
}
