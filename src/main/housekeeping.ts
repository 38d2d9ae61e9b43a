import { join } from 'node:path';
import { type ErrorCode, toAppError } from '#core/errors.ts';
import { removeOldContext } from '#features/context/remove-old.ts';
import { removeOldNotes } from '#features/sessions/ingest-spool.ts';
import { refreshInstalledShim } from '#features/statusline/setup.ts';
import { removeOrphanedScratch } from '#infra/scratch.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { refreshStarted } from './load-exports.ts';
import type { Workspace } from './workspace.ts';

/** Housekeeping waits until the session has begun. */
const HOUSEKEEPING_MS = 3_000;
/** Between two steps of removing what nobody needs; a step takes a few milliseconds. */
const RETAIN_STEP_MS = 200;
/** Whatever is unused for days can wait for an hour. */
const RETAIN_EVERY_MS = 3_600_000;
/** Until the first call there is no store to look at. */
const RETAIN_RETRY_MS = 60_000;

interface HousekeepingParts {
  readonly home: string | undefined;
  /** Undefined until a call needs the stores. */
  readonly workspace: () => Workspace | undefined;
  readonly fault: (code: ErrorCode, message: string) => void;
  /** Reads the permission rules, so that the first call to be judged need not wait for the files. */
  readonly readRules: () => void;
}

/** Tidies up beside the session: once when it has begun, and then, a little at a time, what is unused for long. */
export function startHousekeeping({ home, workspace, fault, readRules }: HousekeepingParts): void {
  function attempt(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      fault(toAppError(thrown).code, toAppError(thrown).message);
    }
  }

  function tidy(): void {
    attempt(readRules);
    attempt(() => {
      if (home !== undefined) removeOrphanedScratch(home);
      const stores = workspace();
      stores?.aside(() => {
        stores.ingest();
        stores.removeQuietSpool();
      });
      if (home !== undefined) removeOldNotes(home, Date.now());
      if (home !== undefined) removeOldContext(home, Date.now());
      if (home !== undefined)
        refreshInstalledShim({ home, bundle: join(bundleDirectory(), 'statusline.cjs') });
    });
    if (home !== undefined)
      refreshStarted(process.env, home).catch((thrown) =>
        fault(toAppError(thrown).code, toAppError(thrown).message),
      );
    retain();
  }

  function retain(): void {
    let waitMs = workspace() === undefined ? RETAIN_RETRY_MS : RETAIN_EVERY_MS;
    attempt(() => {
      if (workspace()?.retain()) waitMs = RETAIN_STEP_MS;
    });
    setTimeout(retain, waitMs).unref();
  }

  setTimeout(tidy, HOUSEKEEPING_MS).unref();
}
