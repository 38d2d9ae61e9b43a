import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MIB } from '../../src/core/units.ts';
import { STORE_ENV, testDriver, testStore, thrownBy } from '../helpers/store/fixtures.ts';
import { bundleProgram, run, start, tempFolder } from '../helpers/store/programs.ts';
import { addDocument, addEvents, countEvents, countSources } from '../helpers/store/rows.ts';

const built = mkdtempSync(join(tmpdir(), 'plimsoll-program-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));
const program = bundleProgram('store-program.ts', built);

it('db-004: 50,000 small writes beside an open reader leave a bounded WAL, truncated at close', () => {
  const store = testStore();
  addEvents(store, 1);
  const reader = testDriver().open(store.path, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM events').get();
  for (let n = 0; n < 2000; n += 1) addEvents(store, 25);
  const during = walBytes(store.path);
  reader.exec('COMMIT');
  for (let n = 0; n < 3; n += 1) addEvents(store, 1);
  const afterwards = walBytes(store.path);
  expect(during).toBeGreaterThan(8 * MIB);
  expect(afterwards).toBeLessThanOrEqual(8 * MIB);
  reader.prepare('SELECT count(*) FROM events').get();
  store.close();
  expect(walBytes(store.path)).toBe(0);
  reader.close();
  expect(countEvents(store)).toBe(50_004);
});

it('db-005: four processes index 200 documents each at once; all 800 are there and no call fails', async () => {
  const store = testStore();
  const ends = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => run(program, ['index', store.path, name, '200'], STORE_ENV)),
  );
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, '']));
  expect(countSources(store)).toBe(800);
  const found = store.read((c) =>
    c.prepare("SELECT count(*) n FROM chunk_index WHERE chunk_index MATCH 'document'").get(),
  );
  expect(found?.n).toBe(800);
});

it('db-006: two servers start together on an old schema: one migration, no data lost', async () => {
  const store = testStore();
  for (let n = 0; n < 20; n += 1) addDocument(store, `old-${n}`, 'kept');
  store.close();
  const ends = await Promise.all([0, 1, 2].map(() => run(program, ['upgrade', store.path], STORE_ENV)));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']));
  const told = ends.flatMap(({ stdout }) => (JSON.parse(stdout) as { notices: string[] }).notices);
  expect(told).toEqual(['migrated']);
  expect(ends.map(({ stdout }) => (JSON.parse(stdout) as { sources: number }).sources)).toEqual([20, 20, 20]);
});

it('db-006: a store of a newer version is refused and not touched', async () => {
  const store = testStore();
  addDocument(store, 'a', 'b');
  store.close();
  await run(program, ['upgrade', store.path], STORE_ENV);
  const before = statSync(store.path).mtimeMs;
  const error = thrownBy(() => countSources(store));
  expect(error).toMatchObject({ code: 'STORE_NEWER', message: expect.stringContaining(store.path) });
  expect(statSync(store.path).mtimeMs).toBe(before);
});

it('db-020: after kill -9 and a WAL dated back one day all 30,000 rows are there', async () => {
  const path = join(tempFolder(), 'plimsoll.db');
  const writer = start(program, ['fill', path, '', '30000'], STORE_ENV);
  await writer.printed('filled');
  writer.child.kill('SIGKILL');
  expect((await writer.ended).signal).toBe('SIGKILL');
  expect(walBytes(path)).toBeGreaterThan(0);
  const yesterday = Date.now() / 1000 - 24 * 60 * 60;
  utimesSync(`${path}-wal`, yesterday, yesterday);
  const store = testStore(path);
  expect(countEvents(store)).toBe(30_000);
  expect(store.takeNotices('tool')).toEqual([]);
});

it('install-018: a store that is locked at start works on the next call', async () => {
  const path = join(tempFolder(), 'plimsoll.db');
  const earlier = testStore(path);
  addDocument(earlier, 'earlier', 'text');
  earlier.close();
  const holder = start(program, ['lock', path], STORE_ENV);
  await holder.printed('locked');
  const store = testStore(path, 100);
  const error = thrownBy(() => countSources(store));
  expect(error).toMatchObject({ code: 'STORE_BUSY', message: expect.stringContaining(path) });
  expect(thrownBy(() => addDocument(store, 'a', 'b')).code).toBe('STORE_BUSY');
  holder.child.stdin?.end();
  await holder.ended;
  addDocument(store, 'a', 'b');
  expect(countSources(store)).toBe(2);
});

it('a store that was deleted under a running process is made anew by the next call', () => {
  const store = testStore();
  addDocument(store, 'a', 'b');
  for (const suffix of ['', '-wal', '-shm']) rmSync(store.path + suffix, { force: true });
  addDocument(store, 'c', 'd');
  expect(countSources(store)).toBe(1);
  expect(countSources(testStore(store.path))).toBe(1);
});

const walBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
