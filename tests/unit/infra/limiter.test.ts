import { expect, it } from 'vitest';
import { createLimiter } from '#infra/limiter.ts';

const NEVER = new AbortController().signal;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A task that runs until it is told to end. */
function controlled() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { hasStarted: false };
  const task = async (): Promise<string> => {
    state.hasStarted = true;
    await done;
    return 'done';
  };
  return { state, task, end };
}

it('runs so many at a time, the others in order', async () => {
  const limit = createLimiter(2);
  const tasks = [controlled(), controlled(), controlled(), controlled()];
  const results = tasks.map(({ task }) => limit(NEVER, task));
  await tick();
  expect(tasks.map(({ state }) => state.hasStarted)).toEqual([true, true, false, false]);
  tasks[1]?.end();
  await tick();
  expect(tasks.map(({ state }) => state.hasStarted)).toEqual([true, true, true, false]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual(Array(4).fill('done'));
});

it('a task that fails makes room, too', async () => {
  const limit = createLimiter(1);
  const failing = limit(NEVER, () => Promise.reject(new Error('no')));
  const next = limit(NEVER, () => Promise.resolve(1));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
});

it('a waiting task that is cancelled never starts and keeps nobody from starting', async () => {
  const limit = createLimiter(1);
  const [first, second, third] = [controlled(), controlled(), controlled()];
  const controller = new AbortController();
  const results = [limit(NEVER, first.task), limit(controller.signal, second.task), limit(NEVER, third.task)];
  controller.abort('cancelled');
  await expect(results[1]).rejects.toBe('cancelled');
  first.end();
  third.end();
  expect(await Promise.all([results[0], results[2]])).toEqual(['done', 'done']);
  expect(second.state.hasStarted).toBe(false);
});
