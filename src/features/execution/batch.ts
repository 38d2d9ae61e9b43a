import { type AppError, toAppError } from '#core/errors.ts';

/** What became of one item of a batch. */
export type BatchOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'not-started'; readonly why: 'cancelled' | 'timeout' };

export interface BatchOptions {
  /** Items at a time, 1 or more. */
  readonly concurrency: number;
  /** Aborted: no further item starts. */
  readonly signal: AbortSignal;
  /** True from the moment on from which no further item may start. */
  readonly isOver: () => boolean;
}

/** Works on the items, some at a time, in order; one that fails does not stop the rest. Outcomes in the order of the items. */
export async function runBatch<I, T>(
  items: readonly I[],
  { concurrency, signal, isOver }: BatchOptions,
  work: (item: I) => Promise<T>,
): Promise<readonly BatchOutcome<T>[]> {
  const outcomes: BatchOutcome<T>[] = [];
  let next = 0;

  async function outcomeOf(item: I): Promise<BatchOutcome<T>> {
    if (signal.aborted) return { kind: 'not-started', why: 'cancelled' };
    if (isOver()) return { kind: 'not-started', why: 'timeout' };
    try {
      return { kind: 'done', value: await work(item) };
    } catch (thrown) {
      // What waits for its turn rejects with the reason of the abort.
      if (signal.aborted) return { kind: 'not-started', why: 'cancelled' };
      if (isOver()) return { kind: 'not-started', why: 'timeout' };
      return { kind: 'failed', error: toAppError(thrown) };
    }
  }

  async function worker(): Promise<void> {
    for (let at = next; at < items.length; at = next) {
      next += 1;
      outcomes[at] = await outcomeOf(items[at] as I);
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return outcomes;
}
