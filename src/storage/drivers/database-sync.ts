import { pathToFileURL } from 'node:url';
import {
  type Connection,
  type DriverName,
  type OpenOptions,
  type Row,
  SQLITE,
  SqlError,
  type Statement,
} from '../driver.ts';
import { type BoundValue, bindValues, readInteger, readRowid } from './values.ts';

/** The part of Node's `DatabaseSync` that we use; the vendored library offers the same class. */
export interface DatabaseSyncClass {
  new (path: string, options: { readonly readOnly: boolean }): DatabaseSync;
}

interface DatabaseSync {
  readonly isTransaction: boolean;
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
  /** Node >= 24.12, Bun and the vendored library. */
  enableDefensive?(active: boolean): void;
}

interface StatementSync {
  run(...values: BoundValue[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  get(...values: BoundValue[]): Row | undefined;
  all(...values: BoundValue[]): Row[];
  /** Whether integers come as bigint: those of rows, and what `run` tells. Bun has no such switch and no such limit. */
  setReadBigInts?(enabled: boolean): void;
}

/** Opens a file through a `DatabaseSync` class. Throws SqlError. */
export function openDatabaseSync(
  driver: DriverName,
  library: DatabaseSyncClass,
  path: string,
  options: OpenOptions = {},
): Connection {
  const readOnly = options.readOnly === true;
  const target = options.immutable === true ? `${pathToFileURL(path).href}?immutable=1` : path;
  const database = translate(() => new library(target, { readOnly }));
  database.enableDefensive?.(true);
  return new SyncConnection(driver, database);
}

class SyncConnection implements Connection {
  readonly driver: DriverName;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  #open = true;

  constructor(driver: DriverName, database: DatabaseSync) {
    this.driver = driver;
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#open && this.#database.isTransaction;
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = wrapStatement(translate(() => this.#database.prepare(sql)));
    this.#statements.set(sql, statement);
    return statement;
  }

  exec(sql: string): void {
    translate(() => this.#database.exec(sql));
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#statements.clear();
    translate(() => this.#database.close());
  }
}

function wrapStatement(raw: StatementSync): Statement {
  return {
    run: (...values) => {
      // Else a rowid beyond 2^53 is an error of a statement that has long been done.
      raw.setReadBigInts?.(true);
      const { changes, lastInsertRowid } = translate(() => raw.run(...bindValues(values)));
      return { changes: readInteger(changes), lastInsertRowid: readRowid(lastInsertRowid) };
    },
    get: (...values) => {
      raw.setReadBigInts?.(false);
      return translate(() => raw.get(...bindValues(values)));
    },
    all: (...values) => {
      raw.setReadBigInts?.(false);
      return translate(() => raw.all(...bindValues(values)));
    },
  };
}

/** Result codes for what the class refuses before SQLite sees it. */
const ARGUMENT_CODES: Readonly<Record<string, number>> = {
  ERR_OUT_OF_RANGE: SQLITE.MISMATCH,
  ERR_INVALID_ARG_TYPE: SQLITE.MISUSE,
  ERR_INVALID_ARG_VALUE: SQLITE.MISUSE,
  ERR_INVALID_STATE: SQLITE.MISUSE,
};

function translate<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof SqlError || !(thrown instanceof Error)) throw thrown;
    const { errcode, code } = thrown as { errcode?: unknown; code?: unknown };
    const extended = typeof errcode === 'number' ? errcode : ARGUMENT_CODES[String(code)];
    throw new SqlError(thrown.message, extended ?? SQLITE.ERROR, { cause: thrown });
  }
}
