import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#core/errors.ts';

/** A worker without work ends after this time, which gives its memory back. */
const IDLE_MS = 2_000;

/** What a worker answers: the value, or an AppError by its parts. */
export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly code: ErrorCode; readonly message: string };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface WorkerClient {
  /**
   * Runs a job in the worker; starts it when it is not there. Jobs run one after the other.
   * @throws the AppError that the job threw, or WORKER_FAILED when the worker ended or took longer than `timeoutMs`.
   */
  run(job: unknown, timeoutMs: number): Promise<unknown>;
  /** Ends the worker at once. Jobs that wait fail. */
  close(): Promise<void>;
}

/** A worker thread on demand: one at most, gone when idle. `script` is a file path or URL of the bundle. */
export function createWorkerClient(script: URL, workerData: unknown): WorkerClient {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  function fail(reason: string): void {
    worker = undefined;
    for (const { reject } of waiting.values())
      reject(new AppError('WORKER_FAILED', `The worker thread ${reason}.`));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(script, { workerData, stdout: true, stderr: true });
    started.unref();
    started.on('message', (reply: WorkerReply) => {
      const job = waiting.get(reply.id);
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

  async function close(): Promise<void> {
    clearTimeout(idleTimer);
    const running = worker;
    fail('was ended');
    await running?.terminate();
  }

  function rest(): void {
    if (waiting.size > 0) return;
    idleTimer = setTimeout(() => void close(), IDLE_MS);
    idleTimer.unref();
  }

  return {
    close,
    run(job, timeoutMs) {
      clearTimeout(idleTimer);
      worker ??= start();
      const running = worker;
      nextId += 1;
      const id = nextId;
      return new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => void close(), timeoutMs);
        const settle = (then: () => void): void => {
          clearTimeout(timer);
          then();
          rest();
        };
        waiting.set(id, {
          resolve: (value) => settle(() => resolve(value)),
          reject: (error) => settle(() => reject(error)),
        });
        running.postMessage({ id, job });
      });
    },
  };
}
