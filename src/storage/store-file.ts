import { accessSync, closeSync, constants, lstatSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, systemCode } from '#core/errors.ts';
import { makeFolder } from '#infra/make-folder.ts';

// The store file is never opened and closed with `fs` while SQLite has it open: closing any descriptor of a file drops all
// of the process's POSIX locks on it. Only its metadata is read here; the one `open` is exclusive, of a new file.

/** What names one file whatever its path is: `device:inode`. Undefined when there is no file at the path. */
export type FileIdentity = string | undefined;

/** Throws what `fs` throws, except for a missing file. */
export function identify(path: string): FileIdentity {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}

/**
 * Makes sure that a regular file lies at `path`: its folders are created 0700, the file 0600. Returns whether folder and
 * file can be written. Throws HOME_UNUSABLE for a symbolic link or special file, else what `fs` throws.
 */
export function prepareStoreFile(path: string): 'write' | 'read' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    makeFolder(dirname(path));
    createExclusively(path);
    return 'write';
  }
  assertRegular(found, path);
  return canWrite(dirname(path)) && canWrite(path) ? 'write' : 'read';
}

/** True when a WAL with content lies beside an empty store: SQLite would delete it. */
export function hasOrphanWal(path: string): boolean {
  // The WAL first: a healthy store has its first page before it has a WAL.
  return fileSize(`${path}-wal`) > 0 && fileSize(path) === 0;
}

/** Bytes of a file; 0 when it does not exist. */
export const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function createExclusively(path: string): void {
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  // Windows has no O_NOFOLLOW; O_EXCL alone already refuses a link there.
  const noFollow: number | undefined = constants.O_NOFOLLOW;
  try {
    closeSync(openSync(path, O_CREAT | O_EXCL | O_RDWR | (noFollow ?? 0), 0o600));
  } catch (thrown) {
    if (systemCode(thrown) !== 'EEXIST') throw thrown;
    assertRegular(lstatSync(path), path);
  }
}

function assertRegular(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  const kind = stats.isSymbolicLink() ? 'a symbolic link' : 'no regular file';
  throw new AppError(
    'HOME_UNUSABLE',
    `The store ${path} is ${kind}; it is not followed or opened. Remove it, or set PLIMSOLL_HOME to another folder.`,
    { data: { path } },
  );
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw thrown;
  }
}
