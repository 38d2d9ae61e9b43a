import { AppError } from '#core/errors.ts';
import type { KnownLibraries } from '#infra/known-libraries.ts';
import { DRIVER_NAMES, type Driver, type DriverName } from './driver.ts';
import type { DriverAttempt } from './drivers/attempt.ts';
import { tryBetterSqlite3 } from './drivers/better-sqlite3.ts';
import { tryNodeSqlite } from './drivers/node-sqlite.ts';
import { tryVendored } from './drivers/vendored.ts';

/** Environment variable that forces one driver; for tests and bug reports. */
export const DRIVER_ENV = 'PLIMSOLL_SQLITE_DRIVER';

interface SkippedDriver {
  /** For the log and doctor. */
  readonly code: 'DRIVER_SKIPPED';
  readonly driver: DriverName;
  readonly reason: string;
}

export interface DriverSelection {
  readonly driver: Driver;
  /** Drivers that are there and better placed, but cannot be used. Empty is the normal case. */
  readonly skipped: readonly SkippedDriver[];
}

export interface SelectOptions {
  /** Folder of the running bundle (`dist`): `native/` lies in it, and better-sqlite3 is looked for from it upwards. */
  readonly bundleDir: string;
  /** Value of DRIVER_ENV. Absent or empty: the first that works. */
  readonly forced?: string | undefined;
  /** Absent: every library is looked at before it is used. */
  readonly known?: KnownLibraries;
}

const TRY: Readonly<Record<DriverName, (bundleDir: string, known?: KnownLibraries) => DriverAttempt>> = {
  'better-sqlite3': tryBetterSqlite3,
  'node:sqlite': tryNodeSqlite,
  vendored: (bundleDir, known) => tryVendored(bundleDir, known),
};

/**
 * The first driver that passes its probe. Call it once per process and pass the driver on (worker threads: force the same
 * one): two SQLite libraries in one process drop each other's file locks.
 * Throws ARGUMENT_INVALID for an unknown forced name, DRIVER_MISSING when none works.
 */
export function selectDriver(options: SelectOptions): DriverSelection {
  const skipped: SkippedDriver[] = [];
  const failures: string[] = [];
  for (const name of candidates(options.forced)) {
    const attempt = TRY[name](options.bundleDir, options.known);
    if (attempt.kind === 'usable') return { driver: attempt.driver, skipped };
    failures.push(`${name}: ${attempt.reason}`);
    if (attempt.kind === 'skipped')
      skipped.push({ code: 'DRIVER_SKIPPED', driver: name, reason: attempt.reason });
  }
  throw new AppError(
    'DRIVER_MISSING',
    `No SQLite with FTS5 could be loaded (${failures.join('; ')}). Reinstall plimsoll, or run it with Node 22.16 or newer.`,
    { data: { skipped } },
  );
}

function candidates(forced: string | undefined): readonly DriverName[] {
  if (forced === undefined || forced === '') return DRIVER_NAMES;
  const name = DRIVER_NAMES.find((known) => known === forced);
  if (name !== undefined) return [name];
  throw new AppError(
    'ARGUMENT_INVALID',
    `${DRIVER_ENV} is "${forced}", but must be one of ${DRIVER_NAMES.join(', ')}. Correct or unset it.`,
  );
}
