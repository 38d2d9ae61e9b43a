import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { BackgroundIndexing } from '#features/knowledge/indexing/background.ts';
import type { Source } from '#storage/source.ts';

/** Indexing that ends when it is told to. */
function makeBackground(waitMs: number, restMs = 0) {
  const begun: number[] = [];
  const pending = new Map<number, Source>();
  let finish: () => void = () => undefined;
  const background = new BackgroundIndexing({
    index: (id) => {
      begun.push(id);
      return new Promise<void>((resolve) => {
        finish = () => {
          pending.delete(id);
          resolve();
        };
      });
    },
    pending: () => [...pending.values()],
    onFault: vi.fn<(thrown: unknown) => void>(),
    waitMs,
    restMs,
  });
  return { background, begun, pending, finish: () => finish() };
}

it('a question waits for what is indexed in time', async () => {
  const { background, begun, finish } = makeBackground(10_000);
  background.later(1, 10);
  await vi.waitFor(() => expect(begun).toEqual([1]));
  setTimeout(finish, 5);
  await background.settleSoon();
});

it('a question does not wait for more than that, and the work goes on', async () => {
  const { background, begun, pending, finish } = makeBackground(20);
  pending.set(7, { id: 7, bytes: 10 } as Source);
  await background.settleSoon();
  expect([begun, pending.size]).toEqual([[7], 1]);
  const all = background.settle();
  finish();
  await all;
  expect([begun, pending.size]).toEqual([[7], 0]);
});

it('begins when nothing more comes, or somebody asks, or it was put off long enough', async () => {
  const idle = makeBackground(10_000, 60);
  idle.background.later(1, 10);
  await sleep(20);
  expect(idle.begun).toEqual([]);
  await vi.waitFor(() => expect(idle.begun).toEqual([1]));

  const hooked = makeBackground(10_000, 60);
  hooked.background.later(1, 10);
  const hooks = setInterval(() => hooked.background.putOff(), 5);
  await sleep(200);
  expect(hooked.begun).toEqual([]);
  clearInterval(hooks);
  await vi.waitFor(() => expect(hooked.begun).toEqual([1]));

  const asked = makeBackground(10_000, 60_000);
  asked.background.later(1, 10);
  const settled = asked.background.settleSoon();
  await vi.waitFor(() => expect(asked.begun).toEqual([1]));
  asked.finish();
  await settled;

  const busy = makeBackground(10_000, 20);
  const stream = setInterval(() => busy.background.later(1, 10), 5);
  await vi.waitFor(() => expect(busy.begun.length).toBeGreaterThan(0), 5_000);
  clearInterval(stream);
});
