/**
 * One process with the real store. `<task> <file> <argument> <count>`; the driver comes from PLIMSOLL_SQLITE_DRIVER.
 * `index`: adds <count> documents named after <argument>, one transaction each. `fill`: <count> rows, 1,000 per transaction,
 * prints "filled", then waits to be killed. `upgrade`: opens with one more migration. `lock`: holds the whole store until
 * stdin ends, `write-lock` only its write lock. `read`: opens and prints sources and notices.
 */
import { join } from 'node:path';
import { toAppError } from '../../../src/core/errors.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { selectDriver } from '../../../src/storage/select-driver.ts';
import { addDocument, addEvents, countSources, SECOND_MIGRATION } from './rows.ts';

const [task = '', path = '', argument = '', count = '0'] = process.argv.slice(2);
const bundleDir = process.env.TEST_BUNDLE_DIR ?? join(import.meta.dirname, 'dist');
const { driver } = selectDriver({ bundleDir, forced: process.env.PLIMSOLL_SQLITE_DRIVER });

try {
  const database = openDatabase({
    driver,
    path,
    ...(task === 'upgrade' ? { migrations: SECOND_MIGRATION } : {}),
  });
  switch (task) {
    case 'index':
      for (let n = 0; n < Number(count); n += 1) addDocument(database, `${argument}-${n}`, `document ${n}`);
      break;
    case 'fill':
      for (let n = 0; n < Number(count); n += 1000) addEvents(database, 1000);
      console.log('filled');
      setInterval(() => undefined, 1000);
      break;
    case 'lock': {
      const connection = driver.open(path);
      connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      console.log('locked');
      process.stdin.on('end', () => connection.close()).resume();
      break;
    }
    case 'write-lock': {
      const connection = driver.open(path);
      connection.exec('BEGIN IMMEDIATE');
      console.log('locked');
      process.stdin.on('end', () => connection.close()).resume();
      break;
    }
    default:
      console.log(
        JSON.stringify({ sources: countSources(database), notices: database.takeNotices('stats') }),
      );
  }
  if (!['fill', 'lock', 'write-lock'].includes(task)) database.close();
} catch (thrown) {
  const { code, message } = toAppError(thrown);
  console.error(JSON.stringify({ code, message }));
  process.exitCode = 1;
}
