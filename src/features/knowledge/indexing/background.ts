import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '#storage/source.ts';

/** A question waits so long for what is being indexed; tens of megabytes take longer. */
const QUESTION_MS = 3_000;

interface BackgroundOptions {
  /** Makes a stored original searchable. */
  readonly index: (id: number, bytes: number) => Promise<unknown>;
  /** Originals that are stored and not searchable yet, an earlier server's among them. */
  readonly pending: () => readonly Source[];
  readonly onFault: (thrown: unknown) => void;
  /** Resolves when nothing is at work that an answer waits for: indexing would take its processor and its memory. */
  readonly quiet?: () => Promise<void>;
  readonly waitMs?: number;
}

/** Indexes stored originals after the answers that named them went out, one after the other. */
export class BackgroundIndexing {
  private readonly options: BackgroundOptions;
  private queue: Promise<unknown> = Promise.resolve();
  private settling: Promise<void> | undefined;

  constructor(options: BackgroundOptions) {
    this.options = options;
  }

  /** A failure is reported; the original stays readable by its handle. */
  later(id: number, bytes: number): void {
    const previous = this.queue;
    this.queue = new Promise((resolve) => setImmediate(resolve))
      .then(() => previous)
      .then(() => this.options.quiet?.())
      .then(() => this.options.index(id, bytes))
      .catch(this.options.onFault);
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

  private async settleAll(): Promise<void> {
    await this.queue;
    for (const { id, bytes } of this.options.pending())
      await this.options.index(id, bytes).catch(this.options.onFault);
  }
}
