import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Driver, SQLITE, SqlError } from '../../../src/storage/driver.ts';
import { transaction } from '../../../src/storage/transaction.ts';

interface Bench {
  readonly driver: Driver;
  /** An empty folder of this check. */
  readonly folder: string;
}

/** What holds for every driver: name → check. Runs inside the driver's own process. */
export const DRIVER_CHECKS: Readonly<Record<string, (bench: Bench) => void>> = {
  'binds whole numbers as INTEGER, others as REAL, null, text and blobs as themselves': ({ driver }) => {
    const types = driver
      .open(':memory:')
      .prepare('SELECT typeof(?) a, typeof(?) b, typeof(?) c, typeof(?) d, typeof(?) e');
    assert.deepEqual(
      { ...types.get(5, 1.5, null, 'x', new Uint8Array([1])) },
      { a: 'integer', b: 'real', c: 'null', d: 'text', e: 'blob' },
    );
  },
  'returns integers up to 2^53 - 1 exactly': ({ driver }) => {
    for (const value of [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)])
      assert.equal(driver.open(':memory:').prepare('SELECT ? v').get(value)?.v, value);
  },
  'refuses integers beyond 2^53 in both directions': ({ driver }) => {
    const db = driver.open(':memory:');
    assert.equal(
      codeOf(() => db.prepare('SELECT ? v').get(2 ** 53 + 2)),
      SQLITE.MISMATCH,
    );
    assert.equal(
      codeOf(() => db.prepare('SELECT 9007199254740993 v').get()),
      SQLITE.MISMATCH,
    );
    for (const value of ['9007199254740993', '-9007199254740993', '9223372036854775807'])
      assert.equal(
        codeOf(() => db.prepare(`SELECT 1 v UNION ALL SELECT ${value}`).all()),
        SQLITE.MISMATCH,
      );
  },
  'returns large REALs, blobs and integers of several rows as they are': ({ driver }) => {
    const db = driver.open(':memory:');
    const rows = db
      .prepare("SELECT 1 a, 1e300 b, x'0102' c UNION ALL SELECT 2, 9007199254740994.0, NULL")
      .all();
    assert.deepEqual(
      rows.map(({ a, b }) => [a, b]),
      [
        [1, 1e300],
        [2, 9007199254740994],
      ],
    );
    assert.deepEqual(bytesOf(rows[0]?.c), [1, 2]);
    assert.equal(rows[1]?.c, null);
  },
  'sees the columns that a table got after the statement was prepared': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
    assert.deepEqual({ ...db.prepare('SELECT * FROM t').all()[0] }, { a: 1 });
    db.exec('ALTER TABLE t ADD COLUMN b TEXT');
    assert.deepEqual({ ...db.prepare('SELECT * FROM t').all()[0] }, { a: 1, b: null });
  },
  'rows that FTS5 writes for itself while it deletes do not disturb the statements that follow': ({
    driver,
  }) => {
    const db = driver.open(':memory:');
    db.exec(
      "CREATE VIRTUAL TABLE t USING fts5 (a, content = '', contentless_delete = 1); CREATE TABLE p (id INTEGER PRIMARY KEY)",
    );
    for (let id = 1; id <= 4; id += 1) db.prepare('INSERT INTO t (rowid, a) VALUES (?, ?)').run(id, 'word');
    db.prepare('DELETE FROM t WHERE rowid < ?').run(3);
    assert.equal(db.prepare('DELETE FROM t WHERE rowid = ?').run(3).changes, 1);
    assert.equal(db.prepare('DELETE FROM p').run().changes, 0);
    assert.deepEqual(pick(db.prepare('INSERT INTO p (id) VALUES (?)').run(7)), [1, 7]);
    assert.deepEqual({ ...db.prepare('SELECT id FROM p').get() }, { id: 7 });
  },
  'many rows of a text index are deleted, put in again and found, time after time': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec(
      "CREATE VIRTUAL TABLE t USING fts5 (a, content = '', contentless_delete = 1); CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT)",
    );
    for (let round = 0; round < 5; round += 1) {
      transaction(db, () => {
        db.prepare('DELETE FROM t WHERE rowid IN (SELECT id FROM p)').run();
        assert.equal(db.prepare('DELETE FROM p').run().changes, round === 0 ? 0 : 400);
        for (let n = 0; n < 400; n += 1) {
          const { lastInsertRowid } = db.prepare('INSERT INTO p (a) VALUES (?)').run('x');
          db.prepare('INSERT INTO t (rowid, a) VALUES (?, ?)').run(lastInsertRowid, `round${round} word${n}`);
        }
      });
      const found = db.prepare('SELECT count(*) n FROM t WHERE t MATCH ?');
      assert.deepEqual([found.get(`round${round}`)?.n, found.get('word7')?.n], [400, 1]);
    }
  },
  'takes a list as one JSON value': ({ driver }) => {
    const rows = driver.open(':memory:').prepare('SELECT value FROM json_each(?)').all('["a","ü"]');
    assert.deepEqual(
      rows.map(({ value }) => value),
      ['a', 'ü'],
    );
  },
  'returns 8 MB of text and of bytes unchanged': ({ driver }) => {
    const text = 'Ladelinie ⚓ \u{1F6A2}\n'.repeat(400_000);
    const bytes = Uint8Array.from({ length: 8_000_000 }, (_, i) => i % 251);
    const row = driver.open(':memory:').prepare('SELECT ? t, ? b').get(text, bytes);
    assert.ok(row?.t === text);
    assert.ok(row?.b instanceof Uint8Array && Buffer.compare(row.b, bytes) === 0);
  },
  'stores U+0000 in text as U+FFFD, and NUL bytes in blobs as they are': ({ driver }) => {
    const row = driver
      .open(':memory:')
      .prepare('SELECT ? t, ? b')
      .get('before\0after', new Uint8Array([0, 1, 0]));
    assert.equal(row?.t, 'before\ufffdafter');
    assert.deepEqual(bytesOf(row?.b), [0, 1, 0]);
  },
  'returns an empty blob and an empty text as such': ({ driver }) => {
    const row = driver.open(':memory:').prepare('SELECT ? t, ? b').get('', new Uint8Array(0));
    assert.equal(row?.t, '');
    assert.deepEqual(bytesOf(row?.b), []);
  },
  'get gives the first row or undefined, all every row or none': ({ driver }) => {
    const db = driver.open(':memory:');
    assert.equal(db.prepare('SELECT 1 x WHERE 0').get(), undefined);
    assert.deepEqual([...db.prepare('SELECT 1 x WHERE 0').all()], []);
    const rows = db.prepare('VALUES (1), (2)').all();
    assert.deepEqual(
      rows.map((row) => row.column1),
      [1, 2],
    );
  },
  'get and all of a statement without rows run it': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT');
    assert.equal(db.prepare('INSERT INTO t VALUES (?)').get(1), undefined);
    assert.deepEqual([...db.prepare('INSERT INTO t VALUES (?)').all(2)], []);
    assert.equal(db.prepare('SELECT count(*) n FROM t').get()?.n, 2);
  },
  'run counts the changes of its own statement and gives the new rowid': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT');
    assert.deepEqual(pick(db.prepare('INSERT INTO t (b) VALUES (?), (?)').run('x', 'y')), [2, 2]);
    assert.equal(db.prepare('DELETE FROM t WHERE a = ?').run(2).changes, 1);
    assert.equal(db.prepare('DELETE FROM t WHERE a = ?').run(2).changes, 0);
  },
  'RETURNING gives rows': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)');
    assert.equal(db.prepare('INSERT INTO t VALUES (?) RETURNING a').get(9)?.a, 9);
  },
  'the same text gives the same statement': ({ driver }) => {
    const db = driver.open(':memory:');
    assert.equal(db.prepare('SELECT 1'), db.prepare('SELECT 1'));
  },
  'exec runs several statements': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)');
    assert.equal(db.prepare('SELECT count(*) n FROM t').get()?.n, 2);
  },
  'gives extended result codes': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec(
      'CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c TEXT NOT NULL, d INTEGER CHECK (d > 0)) STRICT',
    );
    const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?, ?)');
    insert.run(1, 'x', 'y', 1);
    assert.equal(
      codeOf(() => insert.run(1, 'z', 'y', 1)),
      1555,
      'primary key',
    );
    assert.equal(
      codeOf(() => insert.run(2, 'x', 'y', 1)),
      2067,
      'unique',
    );
    assert.equal(
      codeOf(() => insert.run(3, 'z', null, 1)),
      1299,
      'not null',
    );
    assert.equal(
      codeOf(() => insert.run(4, 'z', 'y', 0)),
      275,
      'check',
    );
    assert.equal(
      codeOf(() => insert.run('no', 'z', 'y', 1)),
      SQLITE.MISMATCH,
    );
    assert.equal(
      codeOf(() => insert.run(5, 'z', 'y', 1, 9)),
      SQLITE.RANGE,
      'too many values',
    );
    assert.equal(
      codeOf(() => db.exec('SELEC')),
      SQLITE.ERROR,
    );
    assert.equal(
      codeOf(() => db.prepare('SELECT * FROM missing')),
      SQLITE.ERROR,
    );
  },
  'opening in a missing folder is CANTOPEN, a text file NOTADB, a read-only write READONLY': (bench) => {
    const { driver, folder } = bench;
    assert.equal(
      codeOf(() => driver.open(join(folder, 'no', 'x.db')).exec('CREATE TABLE t (a)')),
      SQLITE.CANTOPEN,
    );
    assert.equal(
      codeOf(() => driver.open(join(folder, 'none.db'), { readOnly: true })),
      SQLITE.CANTOPEN,
    );
    const path = join(folder, 'x.db');
    const db = driver.open(path);
    db.exec('CREATE TABLE t (a)');
    db.close();
    const reader = driver.open(path, { readOnly: true });
    assert.equal(
      codeOf(() => reader.exec('INSERT INTO t VALUES (1)')),
      SQLITE.READONLY,
    );
    reader.close();
    assert.equal(
      codeOf(() => driver.open(process.argv[1] ?? '').exec('SELECT * FROM t')),
      SQLITE.NOTADB,
    );
  },
  'a second writer gets BUSY after its wait, and succeeds afterwards': ({ driver, folder }) => {
    const path = join(folder, 'x.db');
    const [first, second] = [driver.open(path), driver.open(path)];
    first.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
    second.exec('PRAGMA busy_timeout = 50');
    transaction(first, () => {
      first.exec('INSERT INTO t VALUES (1)');
      assert.equal(codeOf(() => transaction(second, () => 0)) & 0xff, SQLITE.BUSY);
    });
    transaction(second, () => second.exec('INSERT INTO t VALUES (2)'));
    assert.equal(first.prepare('SELECT count(*) n FROM t').get()?.n, 2);
    first.close();
    second.close();
  },
  'inTransaction follows BEGIN, COMMIT and ROLLBACK': ({ driver }) => {
    const db = driver.open(':memory:');
    const seen = [db.inTransaction];
    for (const sql of ['BEGIN', 'COMMIT', 'BEGIN IMMEDIATE', 'ROLLBACK']) {
      db.exec(sql);
      seen.push(db.inTransaction);
    }
    assert.deepEqual(seen, [false, true, false, true, false]);
  },
  'close is idempotent, and a closed connection is MISUSE': ({ driver }) => {
    const db = driver.open(':memory:');
    db.close();
    db.close();
    assert.equal(db.inTransaction, false);
    assert.equal(
      codeOf(() => db.prepare('SELECT 1')),
      SQLITE.MISUSE,
    );
  },
  'db-022: a deleted row of the contentless index is not found under the row that reuses its rowid': (
    bench,
  ) => {
    const db = bench.driver.open(':memory:');
    db.exec(
      `CREATE VIRTUAL TABLE i USING fts5 (title, body, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2")`,
    );
    const insert = db.prepare('INSERT INTO i (rowid, title, body) VALUES (?, ?, ?)');
    const find = db.prepare('SELECT rowid FROM i WHERE i MATCH ?');
    insert.run(7, 'animals', 'a zebra crossing');
    db.prepare('DELETE FROM i WHERE rowid = ?').run(7);
    insert.run(7, 'ships', 'loading lines');
    assert.deepEqual([...find.all('zebra')], []);
    assert.deepEqual(
      find.all('load').map((row) => row.rowid),
      [7],
    );
  },
  'does not let SQL write the tables behind an index where the library can prevent it': ({ driver }) => {
    const db = driver.open(':memory:');
    db.exec('CREATE VIRTUAL TABLE i USING fts5 (x)');
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const cannot = driver.name === 'node:sqlite' && (major < 24 || (major === 24 && minor < 12));
    if (!cannot)
      assert.equal(
        codeOf(() => db.exec('DELETE FROM i_data')),
        SQLITE.ERROR,
      );
  },
};

function codeOf(call: () => unknown): number {
  try {
    call();
  } catch (thrown) {
    assert.ok(thrown instanceof SqlError, `a SqlError, not ${String(thrown)}`);
    return thrown.extendedCode;
  }
  return assert.fail('did not throw');
}

const bytesOf = (value: unknown): number[] =>
  value instanceof Uint8Array ? [...value] : assert.fail('no blob');

const pick = (result: { readonly changes: number; readonly lastInsertRowid: number }): number[] => [
  result.changes,
  result.lastInsertRowid,
];
