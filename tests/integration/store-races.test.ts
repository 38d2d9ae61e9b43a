import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Connection } from '../../src/storage/driver.ts';
import { migrate, schemaVersion } from '../../src/storage/migrate.ts';
import { setAside } from '../../src/storage/set-aside.ts';
import { identify } from '../../src/storage/store-file.ts';
import { testDriver } from '../helpers/store/fixtures.ts';
import { tempFolder } from '../helpers/store/programs.ts';
import { SECOND_MIGRATION } from '../helpers/store/rows.ts';

it('db-006: a migration that another process did between look and lock is not done again', () => {
  const path = join(tempFolder(), 'plimsoll.db');
  const [slow, fast] = [testDriver().open(path), testDriver().open(path)];
  migrate(
    overtaken(slow, () => migrate(fast, path, SECOND_MIGRATION)),
    path,
    SECOND_MIGRATION,
  );
  expect(schemaVersion(slow)).toBe(SECOND_MIGRATION.length);
  expect(slow.prepare('SELECT count(*) n FROM notices').get()?.n).toBe(1);
  slow.close();
  fast.close();
});

it('db-023: a file that another process already replaced is not set aside', () => {
  const folder = tempFolder();
  const path = join(folder, 'plimsoll.db');
  writeFileSync(path, 'damaged');
  const damaged = identify(path);
  expect(setAside(path, damaged, 0)).toBe(`${path}.corrupt-19700101T000000000Z`);
  writeFileSync(path, 'the new store');
  expect(setAside(path, damaged, 1)).toBeUndefined();
  expect(setAside(path, undefined, 1)).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(['plimsoll.db', 'plimsoll.db.corrupt-19700101T000000000Z']);
});

it('db-023: a second damage in the same millisecond gets a name of its own', () => {
  const path = join(tempFolder(), 'plimsoll.db');
  const names = [0, 1].map(() => {
    writeFileSync(path, 'damaged');
    return setAside(path, identify(path), 0);
  });
  expect(names[1]).toBe(`${names[0]}-2`);
});

/** The connection, with something happening just before its first transaction begins. */
function overtaken(connection: Connection, before: () => void): Connection {
  let isFirst = true;
  return {
    driver: connection.driver,
    get inTransaction() {
      return connection.inTransaction;
    },
    prepare: (sql) => connection.prepare(sql),
    exec: (sql) => {
      if (isFirst && sql === 'BEGIN IMMEDIATE') {
        isFirst = false;
        before();
      }
      connection.exec(sql);
    },
    close: () => connection.close(),
  };
}
