import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '#storage/source.ts';

/** A question waits so long for what is being indexed; tens of megabytes take longer. */
const QUESTION_MS = 3_000;
/**
 * So long nothing must have happened before anything is indexed. Agents call several tools at once: indexing the result
 * of one takes the processor and the store's lock, for which the hooks of the others would wait.
 */
const REST_MS = 300;
/** A stream of outputs does not put it off for longer than so many times that. */
const MOST_RESTS = 10;

interface BackgroundOptions {
  /** Makes a stored original searchable. */
  readonly index: (id: number, bytes: number) => Promise<unknown>;
  /** Originals that are stored and not searchable yet, an earlier server's among them. */
  readonly pending: () => readonly Source[];
  readonly onFault: (thrown: unknown) => void;
  /** Resolves when nothing is at work that an answer waits for: indexing would take its processor and its memory. */
  readonly quiet?: () => Promise<void>;
  readonly waitMs?: number;
  /** Absent: 300 ms. */
  readonly restMs?: number;
}

/** Indexes stored originals after the answers that named them went out, one after the other. */
export class BackgroundIndexing {
  private readonly options: BackgroundOptions;
  private queue: Promise<unknown> = Promise.resolve();
  private settling: Promise<void> | undefined;
  private busyMs = Number.NEGATIVE_INFINITY;
  /** Aborted when somebody waits for what is to be indexed. */
  private hurry = new AbortController();

  constructor(options: BackgroundOptions) {
    this.options = options;
  }

  /** A failure is reported; the original stays readable by its handle. */
  later(id: number, bytes: number): void {
    const previous = this.queue;
    this.putOff();
    this.queue = new Promise((resolve) => setImmediate(resolve))
      .then(() => previous)
      .then(() => this.rest())
      .then(() => this.options.quiet?.())
      .then(() => this.options.index(id, bytes))
      .catch(this.options.onFault);
  }

  /** Something waits for this process just now: indexing can wait. */
  putOff(): void {
    this.busyMs = performance.now();
  }

  /** Waits for all of it; then takes in what an earlier server did not get to. */
  settle(): Promise<void> {
    this.settling ??= this.settleAll().finally(() => {
      this.settling = undefined;
    });
    return this.settling;
  }

  /** The same, but no longer than a question can wait; what is still missing is pending. */
  async settleSoon(): Promise<void> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const limit = sleep(this.options.waitMs ?? QUESTION_MS, undefined, { signal, ref: false });
    await Promise.race([this.settle(), limit.catch(() => undefined)]);
    isOver.abort();
  }

  /** Until nothing happened for a while, or somebody waits. */
  private async rest(): Promise<void> {
    const { restMs = REST_MS } = this.options;
    const endMs = performance.now() + MOST_RESTS * restMs;
    for (;;) {
      const leftMs = Math.min(this.busyMs + restMs, endMs) - performance.now();
      const { signal } = this.hurry;
      if (leftMs <= 0 || signal.aborted) return;
      await sleep(leftMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async settleAll(): Promise<void> {
    this.hurry.abort();
    await this.queue;
    this.hurry = new AbortController();
    for (const { id, bytes } of this.options.pending())
      await this.options.index(id, bytes).catch(this.options.onFault);
  }
}
