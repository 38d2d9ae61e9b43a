import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppError } from '../../../src/core/errors.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';
import type { Driver } from '../../../src/storage/driver.ts';
import { selectDriver } from '../../../src/storage/select-driver.ts';
import { BUNDLE_DIR, tempFolder } from './programs.ts';

/** The driver that works on every runtime of these tests; PLIMSOLL_SQLITE_DRIVER takes another. */
export const DRIVER_NAME = process.env.PLIMSOLL_SQLITE_DRIVER ?? 'vendored';

/** Environment of `store-program.ts`, so that all processes of a test use the same library. */
export const STORE_ENV = { PLIMSOLL_SQLITE_DRIVER: DRIVER_NAME, TEST_BUNDLE_DIR: BUNDLE_DIR };

export const testDriver = (): Driver => selectDriver({ bundleDir: BUNDLE_DIR, forced: DRIVER_NAME }).driver;

/** A store in a temporary folder (or at `path`) that is closed when the test ends. */
export function testStore(path = join(tempFolder(), 'plimsoll.db'), busyTimeoutMs = 2000): Database {
  const database = openDatabase({ driver: testDriver(), path, busyTimeoutMs });
  onTestFinished(() => database.close());
  return database;
}

/** What the call throws. Fails when it throws nothing. */
export function thrownBy(call: () => unknown): AppError {
  try {
    call();
  } catch (thrown) {
    return thrown as AppError;
  }
  throw new Error('nothing was thrown');
}

/** True when this process may mount file systems (root on Linux with the right to do so). */
export const canMount: boolean = ((): boolean => {
  const probe = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs $d && umount $d && rmdir $d';
  const ok = process.platform === 'linux' && spawnSync('sh', ['-c', probe]).status === 0;
  if (!ok) console.warn('SKIPPED tests that mount a file system: not allowed here');
  return ok;
})();

/** Mounts a RAM disk of this size; unmounted when the test ends. */
export function mountTmpfs(folder: string, size: string): void {
  mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
}

/** Shows `from` a second time at `to`, read-only. */
export function mountReadOnly(from: string, to: string): void {
  mount(['--bind', from, to]);
  onTestFinished(() => void spawnSync('umount', ['-l', to]));
  mount(['-o', 'remount,bind,ro', to]);
}

function mount(args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}
