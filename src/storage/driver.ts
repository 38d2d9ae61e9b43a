/**
 * A value that SQLite stores. Whole numbers are bound as INTEGER, others as REAL; one beyond 2^53 is refused in both
 * directions, never rounded. U+0000 inside text is stored as U+FFFD: two of the three libraries cut a text there.
 */
export type SqlValue = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
  /**
   * Runs the statement; `changes` counts rows of this statement only. `lastInsertRowid` means something after an INSERT
   * into a plain table only; it is 0 when it is beyond 2^53, as rows are that FTS5 writes for itself.
   */
  run(...values: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number };
  /** First row, or undefined when there is none. */
  get(...values: readonly SqlValue[]): Row | undefined;
  /** All rows; empty when there are none or the statement returns no data. */
  all(...values: readonly SqlValue[]): readonly Row[];
}

/**
 * One open connection. Values are bound by position, one per `?`; too many are refused by every library, too few only by
 * some. Errors are `SqlError`s with SQLite's extended result code, whatever library is behind it.
 */
export interface Connection {
  readonly driver: DriverName;
  /** True between BEGIN and its COMMIT or ROLLBACK, also one that SQLite did by itself (disk full). */
  readonly inTransaction: boolean;
  /** Compiles once per text and connection: the same text returns the same statement. */
  prepare(sql: string): Statement;
  /** Runs one or more statements without values or rows. */
  exec(sql: string): void;
  /** Idempotent. The last connection to a file also checkpoints and removes its WAL: SQLite does that. */
  close(): void;
}

/** In the order in which they are tried. */
export const DRIVER_NAMES = ['better-sqlite3', 'node:sqlite', 'vendored'] as const;
export type DriverName = (typeof DRIVER_NAMES)[number];

export interface OpenOptions {
  /** Never creates and never writes; SQLITE_CANTOPEN when the file, or the -shm that a WAL store needs, is missing. */
  readonly readOnly?: boolean;
  /**
   * With `readOnly`: takes no locks and needs no -shm. Only for a file that nobody writes meanwhile.
   * better-sqlite3 cannot do it and answers SQLITE_CANTOPEN.
   */
  readonly immutable?: boolean;
}

/** A way to open SQLite files. The contract suite in tests/contract holds for all of them. */
export interface Driver {
  readonly name: DriverName;
  /** Version of the SQLite library, e.g. `3.54.1`. */
  readonly sqliteVersion: string;
  /** Opens or creates the file; `:memory:` is a database of its own. Throws SqlError. */
  open(path: string, options?: OpenOptions): Connection;
}

/** SQLite's primary result codes that the store acts on (sqlite.org/rescode.html). */
export const SQLITE = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  MISMATCH: 20,
  MISUSE: 21,
  RANGE: 25,
  NOTADB: 26,
} as const;

/** What a driver throws for any failed statement or open. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** Extended result code; `extendedCode & 0xff` is the primary one. 1 when the library gave none. */
  readonly extendedCode: number;

  constructor(message: string, extendedCode: number, options?: { cause?: unknown }) {
    super(message, options);
    this.extendedCode = extendedCode;
  }

  get primaryCode(): number {
    return this.extendedCode & 0xff;
  }
}
