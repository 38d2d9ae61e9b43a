import { systemCode } from '#core/errors.ts';
import { type Connection, type OpenOptions, type Row, SQLITE, SqlError, type Statement } from '../driver.ts';
import { resultCode } from './result-codes.ts';
import { type BoundValue, bindValues, readExactRow, readRow, readRowid } from './values.ts';

/** The part of better-sqlite3 (12.11 to 13) that we use. It sets SQLite's `defensive` flag by itself. */
export interface BetterSqlite3Class {
  new (
    path: string,
    options: { readonly readonly: boolean; readonly fileMustExist: boolean; readonly nativeBinding?: string },
  ): BetterDatabase;
}

interface BetterDatabase {
  readonly inTransaction: boolean;
  prepare(sql: string): BetterStatement;
  exec(sql: string): unknown;
  close(): unknown;
}

interface BetterStatement {
  /** False for a statement that returns no rows: `get` and `all` refuse it. */
  readonly reader: boolean;
  /** True for a statement that changes nothing. */
  readonly readonly: boolean;
  columns(): readonly { readonly name: string }[];
  /** Rows as arrays: objects of the library take twice as long to make, and longer to read. */
  raw(toggle: boolean): unknown;
  safeIntegers(toggle: boolean): unknown;
  run(...values: BoundValue[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...values: BoundValue[]): readonly unknown[] | undefined;
  all(...values: BoundValue[]): readonly (readonly unknown[])[];
}

/** Opens a file with better-sqlite3. `nativeBinding`: its binary; absent, the package chooses. Throws SqlError. */
export function openBetterSqlite3(
  library: BetterSqlite3Class,
  path: string,
  options: OpenOptions = {},
  nativeBinding?: string,
): Connection {
  if (options.immutable === true)
    throw new SqlError('better-sqlite3 cannot open an immutable database', SQLITE.CANTOPEN);
  const readonly = options.readOnly === true;
  const database = translate(
    SQLITE.CANTOPEN,
    () =>
      new library(path, {
        readonly,
        fileMustExist: readonly,
        ...(nativeBinding === undefined ? {} : { nativeBinding }),
      }),
  );
  return new BetterConnection(database);
}

class BetterConnection implements Connection {
  readonly driver = 'better-sqlite3';
  readonly #database: BetterDatabase;
  readonly #statements = new Map<string, Statement>();

  constructor(database: BetterDatabase) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = wrapStatement(translate(SQLITE.MISUSE, () => this.#database.prepare(sql)));
    this.#statements.set(sql, statement);
    return statement;
  }

  exec(sql: string): void {
    translate(SQLITE.MISUSE, () => this.#database.exec(sql));
  }

  close(): void {
    this.#statements.clear();
    translate(SQLITE.MISUSE, () => this.#database.close());
  }
}

function wrapStatement(raw: BetterStatement): Statement {
  raw.safeIntegers(true);
  const run: Statement['run'] = (...values) => {
    const { changes, lastInsertRowid } = translate(SQLITE.MISUSE, () => raw.run(...bindValues(values)));
    return { changes, lastInsertRowid: readRowid(lastInsertRowid) };
  };
  if (!raw.reader) {
    return {
      run,
      get: (...values) => void run(...values),
      all: (...values) => {
        run(...values);
        return [];
      },
    };
  }
  raw.raw(true);
  return { run, ...readRows(raw) };
}

function readRows(raw: BetterStatement): Pick<Statement, 'get' | 'all'> {
  let names: readonly string[] = [];
  /** `SELECT *` has other columns after a migration. */
  const namesFor = (values: readonly unknown[]): readonly string[] => {
    if (names.length !== values.length) names = raw.columns().map(({ name }) => name);
    return names;
  };
  /** Undefined when a number may have lost digits. Bigints for all integers take longer than the reading itself. */
  const exactRows = (bound: readonly BoundValue[]): readonly Row[] | undefined => {
    raw.safeIntegers(false);
    try {
      const rows: Row[] = [];
      for (const values of translate(SQLITE.MISUSE, () => raw.all(...bound))) {
        const row = readExactRow(namesFor(values), values);
        if (row === undefined) return undefined;
        rows.push(row);
      }
      return rows;
    } finally {
      raw.safeIntegers(true);
    }
  };
  return {
    get: (...values) => {
      const row = translate(SQLITE.MISUSE, () => raw.get(...bindValues(values)));
      return row === undefined ? undefined : readRow(namesFor(row), row);
    },
    all: (...values) => {
      const bound = bindValues(values);
      const exact = raw.readonly ? exactRows(bound) : undefined;
      return (
        exact ?? translate(SQLITE.MISUSE, () => raw.all(...bound)).map((row) => readRow(namesFor(row), row))
      );
    },
  };
}

/** `otherCode`: what an error means that better-sqlite3 raises before SQLite sees the call. */
function translate<T>(otherCode: number, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof SqlError || !(thrown instanceof Error)) throw thrown;
    const name = systemCode(thrown);
    const refused = thrown instanceof RangeError ? SQLITE.RANGE : otherCode;
    throw new SqlError(thrown.message, name?.startsWith('SQLITE_') ? resultCode(name) : refused, {
      cause: thrown,
    });
  }
}
