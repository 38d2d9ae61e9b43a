import { expect, it, vi } from 'vitest';
import { TermIntake } from '#features/knowledge/search/term-intake.ts';

/** An intake whose work ends when it is told to. */
function makeIntake(waitMs: number) {
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const place = { last: 1_000 };
  const onFault = vi.fn<(thrown: unknown) => void>();
  const intake = new TermIntake({
    take: () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
    lastPassage: () => place.last,
    onFault,
    waitMs,
  });
  return { intake, ends, place, onFault };
}

it('a question gets terms that are there in time', async () => {
  const { intake, ends, place } = makeIntake(10_000);
  const first = intake.catchUp();
  ends[0]?.resolve();
  expect(await first).toBe(true);
  expect(await intake.catchUp()).toBe(false);
  place.last += 1;
  const second = intake.catchUp();
  ends[1]?.resolve();
  expect(await second).toBe(true);
});

it('no question waits longer, and the work is begun once', async () => {
  const { intake, ends } = makeIntake(5);
  expect(await intake.catchUp()).toBe(false);
  expect(await intake.catchUp()).toBe(false);
  expect(ends).toHaveLength(1);
});

it('passages that came meanwhile are taken in by the next', async () => {
  const { intake, ends, place } = makeIntake(10_000);
  intake.added(1_000);
  place.last += 1;
  const next = intake.catchUp();
  ends[0]?.resolve();
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  expect(await next).toBe(true);
});

it('many passages are few beside very many', () => {
  const { intake, ends, place } = makeIntake(10_000);
  place.last = 10_000;
  intake.added(2_000);
  expect(ends).toHaveLength(0);
  intake.added(500);
  expect(ends).toHaveLength(1);
});

it('a few passages wait for a question, many do not', () => {
  const { intake, ends } = makeIntake(10_000);
  for (let added = 0; added < 480; added += 20) intake.added(20);
  expect(ends).toHaveLength(0);
  intake.added(20);
  expect(ends).toHaveLength(1);
});

it('a failure is reported, and not tried again until there is more', async () => {
  const { intake, ends, onFault } = makeIntake(10_000);
  const first = intake.catchUp();
  ends[0]?.reject(new Error('full'));
  await first;
  expect(onFault).toHaveBeenCalledOnce();
  expect(await intake.catchUp()).toBe(false);
  expect(ends).toHaveLength(1);
});
