import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDriver, testStore, thrownBy } from '../../helpers/store/fixtures.ts';
import { tempFolder } from '../../helpers/store/programs.ts';
import { addDocument, countSources } from '../../helpers/store/rows.ts';

const elapsed = (work: () => void): number => {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
};

/** A store of which another connection has the write lock. */
function lockedStore(busyTimeoutMs: number) {
  const path = join(tempFolder(), 'plimsoll.db');
  const store = testStore(path, busyTimeoutMs);
  addDocument(store, 'a', 'text');
  const other = testDriver().open(path);
  other.exec('BEGIN IMMEDIATE');
  return { store, other };
}

const fails = (store: ReturnType<typeof testStore>): void =>
  expect(thrownBy(() => addDocument(store, 'b', 'text')).code).toBe('STORE_BUSY') as undefined;

it('waits the whole time for a lock once, and little from then on until it was to be had', () => {
  const { store, other } = lockedStore(1_200);
  const [first, second, third] = [1, 2, 3].map(() => elapsed(() => fails(store)));
  expect(first).toBeGreaterThan(1_000);
  expect((second ?? 0) + (third ?? 0)).toBeLessThan(900);
  expect(countSources(store)).toBe(1);
  other.exec('COMMIT');
  addDocument(store, 'c', 'text');
  other.exec('BEGIN IMMEDIATE');
  expect(elapsed(() => fails(store))).toBeGreaterThan(1_000);
  other.close();
});

it('waits no longer than the caller can, and as before behind that', () => {
  const { store, other } = lockedStore(1_200);
  expect(elapsed(() => store.within(50, () => fails(store)))).toBeLessThan(900);
  other.exec('COMMIT');
  addDocument(store, 'c', 'text');
  other.exec('BEGIN IMMEDIATE');
  expect(elapsed(() => fails(store))).toBeGreaterThan(1_000);
  other.close();
});

it('a moment in vain does not shorten the whole wait of another call; a longer one does, to a second', () => {
  const { store, other } = lockedStore(1_800);
  store.within(50, () => fails(store));
  expect(elapsed(() => fails(store))).toBeGreaterThan(1_500);
  other.exec('COMMIT');
  addDocument(store, 'c', 'text');
  other.exec('BEGIN IMMEDIATE');
  store.within(200, () => fails(store));
  const next = elapsed(() => fails(store));
  expect(next).toBeGreaterThan(800);
  expect(next).toBeLessThan(1_500);
  expect(elapsed(() => fails(store))).toBeLessThan(700);
  other.close();
});
