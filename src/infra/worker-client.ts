import { type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#core/errors.ts';

/** A worker without work ends after this time, which gives its memory back. */
const IDLE_MS = 2_000;

/**
 * Memory for objects that die young. Node gives every thread up to 48 MB of it; the jobs make much garbage, and with less
 * room it is cleared away more often, at no measurable cost.
 */
export const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4 } as const;

/** What a worker answers: the value, or an AppError by its parts. */
export type WorkerReply =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** The worker closes what it holds and ends, once its job is done. */
export const END_REQUEST = 'end';

/** A worker that is still at work after this time is ended in the middle of it. */
const GRACE_MS = 500;

/** What a worker is sent to do. `cancelled` holds an Int32 that becomes 1 when nobody waits for the job any more. */
export interface WorkerRequest {
  readonly id: number;
  readonly job: unknown;
  readonly cancelled: SharedArrayBuffer;
}

interface RunOptions {
  /** The worker is ended when a job says nothing for so long: neither progress nor the answer. */
  readonly timeoutMs: number;
  /** Aborted: the job is told; it still has to answer. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
}

interface Waiting {
  readonly cancel: () => void;
  readonly progress: (progress: unknown) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface WorkerClient {
  /**
   * Runs a job in the worker; starts it when it is not there. Jobs run one after the other.
   * @throws the AppError that the job threw, or WORKER_FAILED when the worker ended or was silent longer than `timeoutMs`.
   */
  run(job: unknown, options: RunOptions): Promise<unknown>;
  /** A job will be there soon: starts the worker meanwhile. It ends again when none comes. */
  expect(): void;
  /** Ends the worker soon. Jobs that wait fail. */
  close(): Promise<void>;
}

/**
 * Resolves when the worker has ended, at the latest after `ms`. Ending it in the middle of a call into a native library can
 * end the whole process (node-addon-api throws where nobody catches), so it is first asked to.
 */
function endedWithin(worker: Worker, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * A worker thread on demand: one at most, gone when idle. `script` is the URL of the bundle; `memory` what the thread may use,
 * beyond which it ends.
 */
export function createWorkerClient(
  script: URL,
  workerData: unknown,
  memory: ResourceLimits = WORKER_MEMORY,
): WorkerClient {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  function fail(reason: string): void {
    worker = undefined;
    for (const { cancel, reject } of waiting.values()) {
      cancel();
      reject(new AppError('WORKER_FAILED', `The worker thread ${reason}.`));
    }
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(script, {
      workerData,
      stdout: true,
      stderr: true,
      resourceLimits: memory,
    });
    started.unref();
    started.on('message', (reply: WorkerReply) => {
      const job = waiting.get(reply.id);
      if ('progress' in reply) {
        job?.progress(reply.progress);
        return;
      }
      waiting.delete(reply.id);
      if (reply.ok) job?.resolve(reply.value);
      else job?.reject(new AppError(reply.code, reply.message));
    });
    const onEnd = (reason: string) => (): void => {
      if (worker === started) fail(reason);
    };
    started.on('error', (error) => onEnd(`failed: ${error.message}`)());
    started.on('exit', onEnd('ended'));
    return started;
  }

  async function end(reason: string): Promise<void> {
    clearTimeout(idleTimer);
    const running = worker;
    fail(reason);
    if (running === undefined) return;
    running.postMessage(END_REQUEST);
    await endedWithin(running, GRACE_MS);
    await running.terminate();
  }

  function rest(): void {
    if (waiting.size > 0) return;
    idleTimer = setTimeout(() => void end('was idle'), IDLE_MS);
    idleTimer.unref();
  }

  return {
    close: () => end('was ended'),
    expect() {
      clearTimeout(idleTimer);
      worker ??= start();
      rest();
    },
    run(job, { timeoutMs, signal, onProgress }) {
      clearTimeout(idleTimer);
      worker ??= start();
      const running = worker;
      nextId += 1;
      const id = nextId;
      const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      const cancel = (): void => {
        Atomics.store(new Int32Array(cancelled), 0, 1);
      };
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      return new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(
          () => void end(`took longer than ${timeoutMs / 1000} s and was ended`),
          timeoutMs,
        );
        const settle = (then: () => void): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
          then();
          rest();
        };
        waiting.set(id, {
          cancel,
          progress: (progress) => {
            timer.refresh();
            onProgress?.(progress);
          },
          resolve: (value) => settle(() => resolve(value)),
          reject: (error) => settle(() => reject(error)),
        });
        running.postMessage({ id, job, cancelled } satisfies WorkerRequest);
      });
    },
  };
}
