import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { runBatch } from '#features/execution/batch.ts';

const never = (): boolean => false;
const running = () => new AbortController().signal;

it.each([1, 3, 8])(
  'keeps the order of the items and never works on more than %i at a time',
  async (concurrency) => {
    let now = 0;
    let most = 0;
    const items = [30, 5, 20, 1, 10, 2];
    const outcomes = await runBatch(items, { concurrency, signal: running(), isOver: never }, async (ms) => {
      now += 1;
      most = Math.max(most, now);
      await sleep(ms);
      now -= 1;
      return ms;
    });
    expect(outcomes).toEqual(items.map((value) => ({ kind: 'done', value })));
    expect(most).toBe(Math.min(concurrency, items.length));
  },
);

it('goes on after one that fails', async () => {
  const outcomes = await runBatch([1, 2, 3], { concurrency: 1, signal: running(), isOver: never }, (n) =>
    n === 2 ? Promise.reject(new AppError('RUN_FAILED', 'no')) : Promise.resolve(n),
  );
  expect(outcomes).toEqual([
    { kind: 'done', value: 1 },
    { kind: 'failed', error: expect.objectContaining({ code: 'RUN_FAILED' }) },
    { kind: 'done', value: 3 },
  ]);
});

it('starts nothing more once it is cancelled', async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const options = { concurrency: 1, signal: controller.signal, isOver: never };
  const outcomes = await runBatch([1, 2, 3, 4], options, async (n) => {
    started.push(n);
    if (n === 2) controller.abort();
    return n;
  });
  expect(started).toEqual([1, 2]);
  expect(outcomes.slice(2)).toEqual([
    { kind: 'not-started', why: 'cancelled' },
    { kind: 'not-started', why: 'cancelled' },
  ]);
});

it('starts nothing more once the time is over, and what still waited counts as not started', async () => {
  let isOver = false;
  const outcomes = await runBatch(
    [1, 2, 3],
    { concurrency: 2, signal: running(), isOver: () => isOver },
    async (n) => {
      await sleep(1);
      if (n === 1) isOver = true;
      if (n === 2) {
        await sleep(5);
        throw new Error('turned away');
      }
      return n;
    },
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'not-started', 'not-started']);
  expect(outcomes[1]).toEqual({ kind: 'not-started', why: 'timeout' });
});
