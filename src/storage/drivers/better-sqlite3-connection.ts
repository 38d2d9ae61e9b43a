import { systemCode } from '#core/errors.ts';
import { type Connection, type OpenOptions, SQLITE, SqlError, type Statement } from '../driver.ts';
import { resultCode } from './result-codes.ts';
import { type BoundValue, bindValues, readRow, readRowid } from './values.ts';

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
  safeIntegers(toggle: boolean): unknown;
  run(...values: BoundValue[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...values: BoundValue[]): Readonly<Record<string, unknown>> | undefined;
  all(...values: BoundValue[]): Readonly<Record<string, unknown>>[];
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
  return {
    run,
    get: (...values) => {
      const row = translate(SQLITE.MISUSE, () => raw.get(...bindValues(values)));
      return row === undefined ? undefined : readRow(row);
    },
    all: (...values) => translate(SQLITE.MISUSE, () => raw.all(...bindValues(values))).map(readRow),
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
