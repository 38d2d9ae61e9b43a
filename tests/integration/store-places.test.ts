import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import {
  canMount,
  DRIVER_NAME,
  mountReadOnly,
  mountTmpfs,
  testDriver,
  testStore,
  thrownBy,
} from '../helpers/store/fixtures.ts';
import { tempFolder } from '../helpers/store/programs.ts';
import {
  addDocument,
  addEvents,
  countEvents,
  countSources,
  SECOND_MIGRATION,
} from '../helpers/store/rows.ts';

it('makes folders 0700 and files 0600 whatever the umask', () => {
  const folder = join(tempFolder(), 'home', 'projects', 'p');
  const before = process.platform === 'win32' ? 0 : process.umask(0);
  const store = testStore(join(folder, 'plimsoll.db'));
  addDocument(store, 'a', 'b');
  if (process.platform !== 'win32') process.umask(before);
  const modes = ['', '-wal', '-shm'].map((suffix) => statSync(store.path + suffix).mode & 0o777);
  if (process.platform !== 'win32') {
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    for (const part of [folder, join(folder, '..'), join(folder, '..', '..')])
      expect(statSync(part).mode & 0o777).toBe(0o700);
  }
});

it('touches nothing before the first call', () => {
  const folder = tempFolder();
  testStore(join(folder, 'p', 'plimsoll.db'));
  expect(readdirSync(folder)).toEqual([]);
});

it('says so when a part of the data directory is a file, and works once it is gone', () => {
  const home = join(tempFolder(), 'home');
  writeFileSync(home, 'not a folder');
  for (const path of [join(home, 'plimsoll.db'), join(home, 'projects', 'p', 'plimsoll.db')]) {
    const error = thrownBy(() => countSources(testStore(path)));
    expect(error).toMatchObject({
      code: 'HOME_UNUSABLE',
      message: expect.stringContaining(path.slice(0, home.length)),
    });
  }
  const store = testStore(join(home, 'plimsoll.db'));
  expect(thrownBy(() => countSources(store)).code).toBe('HOME_UNUSABLE');
  rmSync(home);
  expect(countSources(store)).toBe(0);
});

it.each(['a file', 'nothing'])('refuses a store that is a symbolic link to %s', (target) => {
  const folder = tempFolder();
  const other = join(folder, 'other');
  if (target === 'a file') writeFileSync(other, '');
  symlinkSync(other, join(folder, 'plimsoll.db'));
  const error = thrownBy(() => countSources(testStore(join(folder, 'plimsoll.db'))));
  expect(error).toMatchObject({ code: 'HOME_UNUSABLE', message: expect.stringContaining('symbolic link') });
  expect(readdirSync(folder).filter((name) => name === 'other')).toHaveLength(target === 'a file' ? 1 : 0);
});

it('refuses a store that is a folder', () => {
  const path = join(tempFolder(), 'plimsoll.db');
  mkdirSync(path);
  expect(thrownBy(() => countSources(testStore(path))).code).toBe('HOME_UNUSABLE');
});

describe.skipIf(!canMount)('on mounted file systems', () => {
  // better-sqlite3 has no immutable mode: it can read such a store only while its owner has it open
  it('db-013: searches a read-only data directory, refuses writes plainly, and migrates nothing', () => {
    const [home, view] = [tempFolder(), tempFolder()];
    const owner = testStore(join(home, 'plimsoll.db'));
    addDocument(owner, 'a', 'zebra');
    owner.close();
    mountReadOnly(home, view);
    const path = join(view, 'plimsoll.db');
    const store = testStore(path);
    const search = () =>
      store.read(
        (c) => c.prepare("SELECT rowid FROM chunk_index WHERE chunk_index MATCH 'zebra'").all().length,
      );
    if (DRIVER_NAME === 'better-sqlite3') {
      expect(thrownBy(search)).toMatchObject({
        code: 'HOME_UNUSABLE',
        message: expect.stringContaining('-shm'),
      });
    } else {
      expect(search()).toBe(1);
      expect(store.takeNotices('tool')).toEqual([]);
      const error = thrownBy(() => addDocument(store, 'x', 'y'));
      expect(error).toMatchObject({ code: 'HOME_UNUSABLE', message: expect.stringContaining('read-only') });
      const later = openDatabase({ driver: testDriver(), path, migrations: SECOND_MIGRATION });
      expect(thrownBy(() => countSources(later))).toMatchObject({ code: 'HOME_UNUSABLE' });
    }
    expect(readdirSync(home)).toEqual(['plimsoll.db']);
  });

  it('db-013: a reader in a read-only view sees what the owner writes meanwhile', () => {
    const [home, view] = [tempFolder(), tempFolder()];
    const owner = testStore(join(home, 'plimsoll.db'));
    addDocument(owner, 'a', 'b');
    owner.close();
    mountReadOnly(home, view);
    const reader = testStore(join(view, 'plimsoll.db'));
    if (DRIVER_NAME !== 'better-sqlite3') expect(countSources(reader)).toBe(1);
    addDocument(owner, 'c', 'd');
    expect(countSources(reader)).toBe(2);
    addDocument(owner, 'e', 'f');
    expect(countSources(reader)).toBe(3);
  });

  it('says so when the data directory cannot be created on a read-only disk', () => {
    const [home, view] = [tempFolder(), tempFolder()];
    mountReadOnly(home, view);
    const error = thrownBy(() => countSources(testStore(join(view, 'p', 'plimsoll.db'))));
    expect(error).toMatchObject({ code: 'HOME_UNUSABLE', message: expect.stringContaining('PLIMSOLL_HOME') });
  });

  it('answers DISK_FULL, keeps what was committed, and goes on when there is room again', () => {
    const folder = tempFolder();
    mountTmpfs(folder, '4m');
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1024 * 1024));
    const store = testStore(join(folder, 'plimsoll.db'));
    let batches = 0;
    const error = thrownBy(() => {
      for (; batches < 1000; batches += 1) addEvents(store, 500);
    });
    expect(error).toMatchObject({ code: 'DISK_FULL', message: expect.stringContaining(store.path) });
    expect(countEvents(store)).toBe(batches * 500);
    rmSync(ballast);
    addEvents(store, 500);
    expect(countEvents(store)).toBe((batches + 1) * 500);
  });

  it('answers DISK_FULL when not even the new store fits, and makes it when there is room', () => {
    const folder = tempFolder();
    mountTmpfs(folder, '256k');
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(240 * 1024));
    const store = testStore(join(folder, 'plimsoll.db'));
    expect(thrownBy(() => countSources(store)).code).toBe('DISK_FULL');
    spawnSync('mount', ['-o', 'remount,size=8m', folder]);
    expect(countSources(store)).toBe(0);
  });
});
