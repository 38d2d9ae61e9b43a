import { AppError } from '#core/errors.ts';
import { type Connection, type Driver, SQLITE, SqlError } from './driver.ts';
import { LockPatience } from './lock-patience.ts';
import { assertNotNewer, latestVersion, migrate, schemaVersion } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { addNotice, type NoticeChannel, takeNotices } from './notices.ts';
import { setAside, setAsideNotice, withGuard } from './set-aside.ts';
import {
  BUSY_TIMEOUT_MS,
  closeQuietly,
  configure,
  isCurrent,
  makeReadable,
  openStoreFile,
  type StoreConnection,
  truncateWal,
} from './store-connection.ts';
import { isDamage, isLocked, needsReopening, storeError } from './store-errors.ts';
import { hasOrphanWal } from './store-file.ts';
import { transaction } from './transaction.ts';

export interface DatabaseOptions {
  readonly driver: Driver;
  /** Absolute path of the project's `plimsoll.db`. */
  readonly path: string;
  /** Milliseconds since the epoch; for the names of damaged files and the time of notices. */
  readonly nowMs?: () => number;
  /** How long to wait for another process's lock. */
  readonly busyTimeoutMs?: number;
  /** Runs every transaction; for threads of one process that agree on who goes first (infra/write-turn.ts). */
  readonly runWrite?: <T>(write: () => T) => T;
  /** For tests of older and newer schemas. */
  readonly migrations?: readonly Migration[];
}

/** A handle on one store file. Touches nothing: the file is opened, or created and migrated, by the first call that needs it. */
export const openDatabase = (options: DatabaseOptions): Database => new Database(options);

/**
 * One store. Every call stands for itself: a store that was locked, full, replaced, deleted or unreadable before is tried
 * again. Damage is met by setting the file aside and running the call once more on a new store.
 * All methods throw AppErrors: HOME_UNUSABLE, DISK_FULL, STORE_BUSY, STORE_NEWER, STORE_CORRUPT (could not be set aside),
 * STORE_FAILED; and whatever the caller's own function throws.
 */
export class Database {
  readonly path: string;
  readonly #options: Required<DatabaseOptions>;
  readonly #patience: LockPatience;
  #current: StoreConnection | undefined;
  #isReady = false;
  #depth = 0;
  /** The wait that the open connection is set to. */
  #waitMs = 0;
  /** Open connections to a file that looked damaged. Closing the last one would write to the file and delete its WAL. */
  #suspects: StoreConnection[] = [];
  /** Notices of a damage whose new store could not be made yet. */
  #untold: string[] = [];

  constructor(options: DatabaseOptions) {
    this.path = options.path;
    this.#options = {
      nowMs: Date.now,
      busyTimeoutMs: BUSY_TIMEOUT_MS,
      runWrite: (write) => write(),
      migrations: MIGRATIONS,
      ...options,
    };
    this.#patience = new LockPatience(this.#options.busyTimeoutMs);
  }

  /** Runs `work`, which only reads and returns no promise. It may run again on another connection: see the class. */
  read<T>(work: (connection: Connection) => T): T {
    if (this.#depth > 0 && this.#current !== undefined) return work(this.#current.connection);
    for (let damages = 0; ; damages += 1) {
      try {
        const result = this.#run(work);
        this.#release();
        return result;
      } catch (thrown) {
        if (!isDamage(thrown) || damages >= 2 || !this.#canReplace()) throw this.#fail(thrown);
        this.#meetDamage(damages);
      }
    }
  }

  /** Runs `work` in one transaction (see `transaction`); inside another `write` it joins that one. */
  write<T>(work: (connection: Connection) => T): T {
    const write = (): T =>
      this.read((connection) => {
        if (this.#current?.access !== 'write') throw readOnlyError(this.path);
        return transaction(connection, () => work(connection));
      });
    if (this.#depth > 0) return write();
    if (this.#current?.access !== 'write') this.#disconnect();
    const result = this.#options.runWrite(write);
    this.#patience.restored();
    return result;
  }

  /** Runs `work`, in which no call waits longer than this for another process's lock. */
  within<T>(maxWaitMs: number, work: () => T): T {
    return this.#patience.within(maxWaitMs, work);
  }

  /** Moves the WAL into the store and truncates it: after bulk work. False when it could not be done completely. */
  checkpoint(): boolean {
    return this.read(
      (connection) => this.#current?.access === 'write' && truncateWal(connection, this.#waitMs),
    );
  }

  /** What the user must be told and this channel has not told yet. Empty is the normal case. */
  takeNotices(channel: NoticeChannel): string[] {
    return this.read((connection) =>
      this.#current?.access === 'write' ? takeNotices(connection, channel) : [],
    );
  }

  /** Truncates the WAL and closes the file. Idempotent; a later call opens it again. */
  close(): void {
    const store = this.#current;
    if (store?.access === 'write' && this.#isReady && isCurrent(store, this.path)) {
      try {
        truncateWal(store.connection, this.#options.busyTimeoutMs);
      } catch (thrown) {
        // the WAL stays and the next start reads it; a fault in the program is still one
        if (!(thrown instanceof SqlError)) throw thrown;
      }
    }
    this.#disconnect();
    this.#release();
  }

  #run<T>(work: (connection: Connection) => T): T {
    const { connection } = this.#connect();
    if (this.#depth === 0) this.#setWait(connection);
    this.#depth += 1;
    try {
      return work(connection);
    } finally {
      this.#depth -= 1;
    }
  }

  #connect(): StoreConnection {
    if (this.#current !== undefined && this.#isReady && isCurrent(this.#current, this.path))
      return this.#current;
    this.#disconnect();
    const { driver, migrations } = this.#options;
    this.#current = openStoreFile(driver, this.path);
    if (hasOrphanWal(this.path)) throw new SqlError('the file is empty, but has a WAL', SQLITE.NOTADB);
    this.#waitMs = this.#patience.waitMs;
    configure(this.#current, this.#waitMs);
    this.#current = makeReadable(this.#current, driver, this.path);
    const { connection, access } = this.#current;
    if (access === 'write') migrate(connection, this.path, migrations);
    else assertReadableVersion(connection, this.path, migrations);
    this.#isReady = true;
    if (access === 'write') this.#keepNotices(connection);
    return this.#current;
  }

  #setWait(connection: Connection): void {
    const waitMs = this.#patience.waitMs;
    if (waitMs === this.#waitMs) return;
    connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    this.#waitMs = waitMs;
  }

  #keepNotices(connection: Connection): void {
    for (const text of this.#untold) addNotice(connection, this.#options.nowMs(), text);
    this.#untold = [];
  }

  #canReplace(): boolean {
    return this.#current?.access === 'write';
  }

  /** First a second look through a new connection; then the file goes aside and a new one takes its place. */
  #meetDamage(damages: number): void {
    if (this.#current !== undefined) this.#suspects.push(this.#current);
    const identity = this.#current?.identity;
    this.#forget();
    if (damages === 0) return;
    const { driver, busyTimeoutMs, nowMs } = this.#options;
    try {
      withGuard(driver, this.path, busyTimeoutMs, () => {
        // Windows renames no open file; elsewhere closing first would change the evidence.
        if (process.platform === 'win32') this.#release();
        const movedTo = setAside(this.path, identity, nowMs());
        this.#release();
        if (movedTo !== undefined) this.#untold.push(setAsideNotice(this.path, movedTo));
        this.#connect();
      });
    } catch (thrown) {
      throw this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): unknown {
    if (isLocked(thrown)) this.#patience.spent();
    if (!this.#isReady || needsReopening(thrown)) this.#disconnect();
    this.#release();
    return storeError(thrown, this.path);
  }

  #disconnect(): void {
    if (this.#current !== undefined) closeQuietly(this.#current.connection);
    this.#forget();
  }

  #forget(): void {
    this.#current = undefined;
    this.#isReady = false;
  }

  #release(): void {
    for (const { connection } of this.#suspects) closeQuietly(connection);
    this.#suspects = [];
  }
}

function assertReadableVersion(connection: Connection, path: string, migrations: readonly Migration[]): void {
  const version = schemaVersion(connection);
  assertNotNewer(version, path, migrations);
  if (version < latestVersion(migrations)) throw readOnlyError(path, `has the older version ${version} and `);
}

const readOnlyError = (path: string, why = ''): AppError =>
  new AppError(
    'HOME_UNUSABLE',
    `The store ${path} ${why}lies in a read-only folder: it can be searched when it is up to date, but nothing can be saved. Make the folder writable, or set PLIMSOLL_HOME to another one.`,
    { data: { path } },
  );
