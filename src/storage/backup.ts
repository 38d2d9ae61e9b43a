import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { toAppError } from '#core/errors.ts';
import type { Driver } from './driver.ts';
import { latestVersion, schemaVersion } from './migrate.ts';
import { BUSY_TIMEOUT_MS, closeQuietly } from './store-connection.ts';
import { storeError } from './store-errors.ts';

/** What a store is, before anything of it is changed. */
export interface StoreVersion {
  readonly version: number;
  /** What this program knows. */
  readonly latest: number;
}

/** The version of a store that exists; nothing is migrated. @throws AppError of the store */
export function storeVersion(driver: Driver, path: string): StoreVersion {
  try {
    const connection = driver.open(path, { readOnly: true });
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      return { version: schemaVersion(connection), latest: latestVersion() };
    } finally {
      closeQuietly(connection);
    }
  } catch (thrown) {
    throw toAppError(storeError(thrown, path));
  }
}

/**
 * Copies a store, what is still in its WAL included, beside itself: `plimsoll.db.backup-v3`. A former copy of the same version
 * is replaced, and no half copy ever has its name. Returns the path. @throws AppError of the store
 */
export function backupStore(driver: Driver, path: string, version: number): string {
  const backup = `${path}.backup-v${version}`;
  const part = `${backup}.part`;
  try {
    rmSync(part, { force: true });
    // SQLite fills an empty file, and leaves its mode as it is.
    closeSync(openSync(part, 'wx', 0o600));
    const connection = driver.open(path);
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      connection.prepare('VACUUM INTO ?').run(part);
    } finally {
      closeQuietly(connection);
    }
    renameSync(part, backup);
    return backup;
  } catch (thrown) {
    rmSync(part, { force: true });
    throw toAppError(storeError(thrown, path));
  }
}
