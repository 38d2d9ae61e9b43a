import { expect, it } from 'vitest';
import { Occupied } from '#infra/occupied.ts';

/** Work that ends when it is told to. */
function openWork() {
  let end: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { work, end, fail };
}

it('is free when nothing runs', async () => {
  await new Occupied().free(10_000);
});

it('is free when all work has ended, well or not, what began meanwhile among it', async () => {
  const occupied = new Occupied();
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const given = occupied.during(first.work);
  occupied.during(second.work).catch(() => undefined);
  let isFree = false;
  const free = occupied.free(10_000).then(() => {
    isFree = true;
  });
  first.end('done');
  expect(await given).toBe('done');
  void occupied.during(third.work);
  second.fail(new Error('no'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isFree).toBe(false);
  third.end('');
  await free;
});

it('waits no longer than it was told', async () => {
  const occupied = new Occupied();
  void occupied.during(new Promise(() => undefined));
  await occupied.free(20);
});
