import { steadyMs } from '#core/steady-clock.ts';
import { KIB, MIB, SECOND_MS } from '#core/units.ts';
import { type Connection, type Driver, SQLITE, SqlError } from './driver.ts';
import { type FileIdentity, fileSize, identify, prepareStoreFile } from './store-file.ts';

/** How long a statement waits for another process's lock. */
export const BUSY_TIMEOUT_MS = 5 * SECOND_MS;
/** Fewer, larger pages suit the text index's long postings. */
const PAGE_BYTES = 16 * KIB;
/** The WAL is checkpointed from this size on, and cut back to it when it is reused. */
const WAL_LIMIT_BYTES = 8 * MIB;
/** How often a file is opened again when another process keeps replacing it meanwhile. */
const MAX_OPEN_TRIES = 5;
const RETRY_PAUSE_MS = 20;

/** A connection together with the file that it really has open. */
export interface StoreConnection {
  readonly connection: Connection;
  readonly identity: FileIdentity;
  /** `read`: folder or file cannot be written. `immutable`: the same, and there is no WAL, so no locks are taken. */
  readonly access: 'write' | 'read' | 'immutable';
}

/** Opens the file, creating it when it is missing; nothing is read yet. Throws AppError, SqlError or what `fs` throws. */
export function openStoreFile(driver: Driver, path: string): StoreConnection {
  for (let left = MAX_OPEN_TRIES; left > 0; left -= 1) {
    const access = prepareStoreFile(path);
    const identity = identify(path);
    const connection = driver.open(path, { readOnly: access === 'read' });
    if (identity !== undefined && identity === identify(path)) return { connection, identity, access };
    connection.close();
  }
  throw new SqlError('the file was replaced again and again while it was opened', SQLITE.BUSY);
}

/**
 * A read-only store without a WAL cannot be read through locks, because its -shm cannot be created; then it is opened
 * immutable, which is safe as long as no WAL appears (see `isCurrent`). Other connections come back as they are.
 */
export function makeReadable(store: StoreConnection, driver: Driver, path: string): StoreConnection {
  if (store.access !== 'read') return store;
  try {
    store.connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    return store;
  } catch (thrown) {
    const isBlocked = thrown instanceof SqlError && thrown.primaryCode === SQLITE.CANTOPEN;
    if (!isBlocked || fileSize(`${path}-wal`) > 0) throw thrown;
    const connection = driver.open(path, { readOnly: true, immutable: true });
    store.connection.close();
    return { ...store, connection, access: 'immutable' };
  }
}

/** False when the path no longer leads to the file that this connection has open, or may no longer be read without locks. */
export function isCurrent(store: StoreConnection, path: string): boolean {
  if (store.access === 'immutable' && fileSize(`${path}-wal`) > 0) return false;
  return identify(path) === store.identity;
}

/** Sets what SQLite keeps per connection, and on a new file page size and WAL. Throws SqlError. */
export function configure(store: StoreConnection, busyTimeoutMs: number): void {
  const { connection, access } = store;
  connection.exec(
    `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON`,
  );
  if (access !== 'write') return;
  connection.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  // While another process holds the write lock of a file that is not yet in WAL mode, this pragma answers SQLITE_BUSY at
  // once, whatever busy_timeout says (seen with 3.53).
  retryWhileBusy(busyTimeoutMs, () => connection.prepare('PRAGMA journal_mode = WAL').get());
  connection.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}; PRAGMA wal_autocheckpoint = ${WAL_LIMIT_BYTES / PAGE_BYTES}`,
  );
}

function retryWhileBusy(timeoutMs: number, call: () => void): void {
  const deadline = steadyMs() + timeoutMs;
  for (;;) {
    try {
      call();
      return;
    } catch (thrown) {
      const isBusy = thrown instanceof SqlError && thrown.primaryCode === SQLITE.BUSY;
      if (!isBusy || steadyMs() >= deadline) throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_PAUSE_MS);
    }
  }
}

/** A checkpoint that waits longer would hold up hooks; whoever comes next does the rest. */
const CHECKPOINT_WAIT_MS = 200;

/** Moves the WAL into the store and truncates it. False when a reader of another process still needs it. */
export function truncateWal(connection: Connection, busyTimeoutMs: number): boolean {
  connection.exec(`PRAGMA busy_timeout = ${Math.min(CHECKPOINT_WAIT_MS, busyTimeoutMs)}`);
  try {
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** Closes without complaint: what could not be closed in order is lost anyway, and the caller has an error to report. */
export function closeQuietly(connection: Connection): void {
  try {
    connection.close();
  } catch {
    // a connection to a damaged or vanished file may refuse; its descriptors end with the process
  }
}
