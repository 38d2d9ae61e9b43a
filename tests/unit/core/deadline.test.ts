import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Deadline } from '#core/deadline.ts';

it('counts down to zero and not below', () => {
  let nowMs = 1_000;
  const deadline = new Deadline(500, () => nowMs);
  expect(deadline.leftMs).toBe(500);
  nowMs = 1_400;
  expect(deadline.leftMs).toBe(100);
  nowMs = 9_000;
  expect(deadline.leftMs).toBe(0);
});

it('waits for work that is done in time, and for no other', async () => {
  expect(await new Deadline(5_000).wait(Promise.resolve('done'))).toBe('done');
  const fromMs = performance.now();
  expect(await new Deadline(30).wait(sleep(5_000, 'late', { ref: false }))).toBeUndefined();
  expect(performance.now() - fromMs).toBeLessThan(2_000);
});

it('passes on what the work throws', async () => {
  await expect(new Deadline(5_000).wait(Promise.reject(new Error('no')))).rejects.toThrow('no');
});
