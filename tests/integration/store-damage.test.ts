import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { STORE_ENV, testStore } from '../helpers/store/fixtures.ts';
import { bundleProgram, run } from '../helpers/store/programs.ts';
import { addDocument, addEvents, countEvents, countSources } from '../helpers/store/rows.ts';

const built = mkdtempSync(join(tmpdir(), 'plimsoll-program-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));
const program = bundleProgram('store-program.ts', built);

const PAGE = 16_384;

it('db-023: a store with an overwritten header is set aside whole and told once per channel', () => {
  const store = damagedStore(0);
  const damaged = readFileSync(store.path);
  expect(countSources(store)).toBe(0);
  addDocument(store, 'new', 'text');
  const [aside = ''] = setAsideFiles(store.path);
  expect(setAsideFiles(store.path)).toHaveLength(1);
  expect(aside).toMatch(/^plimsoll\.db\.corrupt-\d{8}T\d{9}Z$/);
  expect(readFileSync(join(dirname(store.path), aside)).equals(damaged)).toBe(true);
  expect(store.takeNotices('tool')).toEqual([expect.stringContaining(aside)]);
  expect(store.takeNotices('tool')).toEqual([]);
  store.close();
  const again = testStore(store.path);
  expect([again.takeNotices('tool').length, again.takeNotices('stats').length]).toEqual([0, 1]);
  expect(again.takeNotices('doctor')).toHaveLength(1);
  expect(countSources(again)).toBe(1);
});

it('db-023: damage that shows at a later statement is met the same way, and the call succeeds', () => {
  const store = testStore();
  addEvents(store, 20_000);
  store.close();
  for (let page = 30; page < 60; page += 1) overwrite(store.path, page * PAGE);
  expect(countSources(store)).toBe(0);
  expect(store.read((c) => c.prepare('SELECT sum(length(detail)) n FROM events').get()?.n)).toBeNull();
  expect(setAsideFiles(store.path).length).toBeGreaterThan(0);
  expect(store.takeNotices('tool')).toHaveLength(1);
});

it('db-023: a write that meets damage lands whole in the new store', () => {
  const store = damagedStore(0);
  addDocument(store, 'after', 'the storm');
  expect(countSources(store)).toBe(1);
  expect(setAsideFiles(store.path)).toHaveLength(1);
});

it('db-023: processes that find the damage at once end with one new store and one file set aside', async () => {
  for (let round = 0; round < 3; round += 1) {
    const store = damagedStore(0);
    const ends = await Promise.all(
      ['a', 'b', 'c'].map((name) => run(program, ['index', store.path, name, '20'], STORE_ENV)),
    );
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']));
    expect(setAsideFiles(store.path)).toHaveLength(1);
    expect(countSources(store)).toBe(60);
    expect(store.takeNotices('doctor')).toHaveLength(1);
  }
});

it('db-023: a process that still has the old file open goes on with the new one, and takes nothing from it', async () => {
  const store = testStore();
  addDocument(store, 'old', 'text');
  store.checkpoint();
  overwrite(store.path, 0);
  expect(await run(program, ['index', store.path, 'new', '5'], STORE_ENV)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(setAsideFiles(store.path).filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(1);
  addDocument(store, 'again', 'text');
  store.close();
  const count = await run(program, ['read', store.path], STORE_ENV);
  expect(JSON.parse(count.stdout)).toMatchObject({ sources: 6 });
});

it('db-023: the WAL of a damaged store is set aside with it, not deleted', async () => {
  const path = damagedStore(0).path;
  // a WAL that a killed process left behind
  const wal = Buffer.alloc(32 + 24 + PAGE, 7);
  const fd = openSync(`${path}-wal`, 'w');
  writeSync(fd, wal);
  closeSync(fd);
  expect(await run(program, ['read', path], STORE_ENV)).toMatchObject({ code: 0 });
  const name = setAsideFiles(path).find((file) => file.endsWith('-wal')) ?? '';
  expect(statSync(join(dirname(path), name)).size).toBe(wal.length);
});

it('db-020: a WAL beside an emptied store is set aside with it: SQLite would delete it', () => {
  const store = testStore();
  addEvents(store, 10);
  store.close();
  for (const [suffix, text] of [
    ['', ''],
    ['-wal', 'frames'],
  ] as const) {
    const fd = openSync(store.path + suffix, 'w');
    writeSync(fd, text);
    closeSync(fd);
  }
  expect(countEvents(store)).toBe(0);
  expect(setAsideFiles(store.path).filter((name) => name.endsWith('-wal'))).toHaveLength(1);
});

/** A closed store with some documents whose page at this offset is overwritten. */
function damagedStore(offset: number): ReturnType<typeof testStore> {
  const store = testStore();
  for (let n = 0; n < 10; n += 1) addDocument(store, `lost-${n}`, 'text');
  store.close();
  overwrite(store.path, offset);
  return store;
}

function overwrite(path: string, offset: number): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(512, 0xa5), 0, 512, offset);
  closeSync(fd);
}

const setAsideFiles = (path: string): string[] =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.corrupt-`));
