import { AppError } from '#core/errors.ts';
import type { Connection } from './driver.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { transaction } from './transaction.ts';

/** `PRAGMA user_version`; 0 for a store without tables. Throws SqlError. */
export function schemaVersion(connection: Connection): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** The version that `migrations` lead to. */
export const latestVersion = (migrations: readonly Migration[] = MIGRATIONS): number =>
  migrations.at(-1)?.version ?? 0;

/**
 * Brings the store to the latest version, each step in a transaction of its own that looks at the version again: of two
 * processes that start together one does it, the other finds it done. Throws STORE_NEWER (nothing is changed) or SqlError.
 */
export function migrate(
  connection: Connection,
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  assertNotNewer(schemaVersion(connection), path, migrations);
  for (const migration of migrations) {
    if (schemaVersion(connection) >= migration.version) continue;
    transaction(connection, () => {
      if (schemaVersion(connection) >= migration.version) return;
      connection.exec(migration.sql);
      connection.exec(`PRAGMA user_version = ${migration.version}`);
    });
  }
}

/** Throws STORE_NEWER when a later plimsoll wrote the store. */
export function assertNotNewer(
  version: number,
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const latest = latestVersion(migrations);
  if (version <= latest) return;
  throw new AppError(
    'STORE_NEWER',
    `The store ${path} has version ${version}; this plimsoll knows versions up to ${latest}. Nothing was changed. Update plimsoll, or set PLIMSOLL_HOME to another folder.`,
    { data: { path, version, latest } },
  );
}
