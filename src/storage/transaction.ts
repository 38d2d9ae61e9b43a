import type { Connection } from './driver.ts';

/**
 * Runs `work` in one `BEGIN IMMEDIATE` transaction: the write lock is taken first, so what was read cannot change before it
 * is written (a deferred transaction fails there with SQLITE_BUSY, and no waiting helps). Commits when `work` returns, rolls
 * back when it throws. A nested call joins the outer transaction: what it did is undone only with the whole.
 * `work` must be synchronous: a returned promise is refused with a TypeError after the rollback.
 */
export function transaction<T>(connection: Connection, work: () => T): T {
  if (connection.inTransaction) return work();
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    if (isThenable(result))
      throw new TypeError('A transaction cannot wait: its function returned a promise.');
    connection.exec('COMMIT');
    return result;
  } catch (thrown) {
    rollback(connection);
    throw thrown;
  }
}

function rollback(connection: Connection): void {
  // SQLite rolls back by itself on a full disk and some I/O errors.
  if (!connection.inTransaction) return;
  try {
    connection.exec('ROLLBACK');
  } catch {
    // the error that led here says more; closing the connection rolls back as well
  }
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
