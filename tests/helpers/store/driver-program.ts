/**
 * One process, one driver.
 * `checks <driver> <bundleDir> <folder>`: runs DRIVER_CHECKS, prints `{ sqliteVersion, failures: { name: error } }`.
 * `create <driver> <bundleDir> <file>`: makes the file that `write` fills; `count` tells what is in it.
 * `write <driver> <bundleDir> <file> <writer> <rows>`: adds rows one transaction each, every one numbered after the last.
 * `select <driver or ""> <bundleDir>`: prints the selection, or the error.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { toAppError } from '../../../src/core/errors.ts';
import { selectDriver } from '../../../src/storage/select-driver.ts';
import { transaction } from '../../../src/storage/transaction.ts';
import { DRIVER_CHECKS } from './driver-checks.ts';

const [task = '', forced = '', bundleDir = '', target = '', writer = '', rows = ''] = process.argv.slice(2);

try {
  const { driver, skipped } = selectDriver({ bundleDir, forced });
  if (task === 'select') console.log(JSON.stringify({ driver: driver.name, skipped }));
  if (task === 'checks') {
    const failures: Record<string, string> = {};
    for (const [index, [name, check]] of Object.entries(DRIVER_CHECKS).entries()) {
      const folder = join(target, String(index));
      mkdirSync(folder);
      try {
        check({ driver, folder });
      } catch (thrown) {
        failures[name] = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      }
    }
    console.log(JSON.stringify({ sqliteVersion: driver.sqliteVersion, failures }));
  }
  if (task === 'create') {
    const db = driver.open(target);
    db.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE log (n INTEGER PRIMARY KEY, writer TEXT NOT NULL) STRICT',
    );
    db.exec("CREATE VIRTUAL TABLE words USING fts5 (x, content = '', contentless_delete = 1)");
    db.close();
  }
  if (task === 'count') {
    const db = driver.open(target);
    const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
    const rows = one('SELECT count(*) FROM log');
    const last = one('SELECT max(n) FROM log');
    const found = one("SELECT count(*) FROM words WHERE words MATCH 'writer1'");
    console.log(JSON.stringify({ rows, last, found, check: one('PRAGMA integrity_check') }));
  }
  if (task === 'write') {
    const db = driver.open(target);
    db.exec('PRAGMA busy_timeout = 10000');
    for (let n = 0; n < Number(rows); n += 1) {
      transaction(db, () => {
        const last = Number(db.prepare('SELECT max(n) n FROM log').get()?.n ?? 0);
        db.prepare('INSERT INTO log (n, writer) VALUES (?, ?)').run(last + 1, writer);
        db.prepare('INSERT INTO words (rowid, x) VALUES (?, ?)').run(last + 1, `entry of ${writer}`);
      });
    }
    db.close();
    console.log('done');
  }
} catch (thrown) {
  const { code, message } = toAppError(thrown);
  console.log(JSON.stringify({ code, message }));
  process.exitCode = 1;
}
