import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { IdleMemory } from '#infra/idle-memory.ts';

afterEach(() => vi.useRealTimers());

it('collects what became garbage, some time after the last call', async () => {
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  (() => registry.register({ large: new Array(1_000).fill('x') }, undefined))();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const memory = new IdleMemory();
  memory.touch();
  vi.advanceTimersByTime(5_000);
  memory.touch();
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await sleep(20);
  expect(isCollected).toBe(false);
  const again = new IdleMemory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  again.touch();
  vi.advanceTimersByTime(5_600);
  vi.useRealTimers();
  for (let i = 0; i < 50 && !isCollected; i += 1) await sleep(20);
  expect(isCollected).toBe(true);
});
