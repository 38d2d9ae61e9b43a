import { dirname } from 'node:path';
import { AppError, type ErrorCode, systemCode } from '#core/errors.ts';
import { SQLITE, SqlError } from './driver.ts';

/** A damaged text index is rebuilt from the originals by the knowledge store; the database around it is sound. */
const CORRUPT_VTAB = SQLITE.CORRUPT | (1 << 8);
/** The shared memory file beside the store could not grow: the disk is full, though SQLite says "I/O error". */
const IOERR_SHMSIZE = SQLITE.IOERR | (19 << 8);

/** True when the error says that the store file itself is no sound database. */
export const isDamage = (thrown: unknown): thrown is SqlError =>
  thrown instanceof SqlError &&
  thrown.extendedCode !== CORRUPT_VTAB &&
  (thrown.primaryCode === SQLITE.CORRUPT || thrown.primaryCode === SQLITE.NOTADB);

/** True when another process has the lock that was waited for. */
export const isLocked = (thrown: unknown): boolean =>
  thrown instanceof SqlError && (thrown.primaryCode === SQLITE.BUSY || thrown.primaryCode === SQLITE.LOCKED);

/** True when another connection to the file may do better: it moved, its disk went away or became read-only. */
export const needsReopening = (thrown: unknown): boolean =>
  thrown instanceof SqlError &&
  ([SQLITE.IOERR, SQLITE.READONLY, SQLITE.CANTOPEN, SQLITE.NOTADB, SQLITE.CORRUPT] as number[]).includes(
    thrown.primaryCode,
  );

/**
 * What to throw to callers of the store: SQL and file errors as AppErrors with a message for people; anything else (an
 * AppError, a fault in the caller's function) unchanged.
 */
export function storeError(thrown: unknown, path: string): unknown {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof SqlError) return fromSql(thrown, path);
  const code = systemCode(thrown);
  return code === undefined || !(thrown instanceof Error) ? thrown : fromSystem(thrown, code, path);
}

function fromSql(error: SqlError, path: string): AppError {
  const [code, message] = describeSql(error, path);
  return new AppError(code, message, { cause: error, data: { path, sqliteCode: error.extendedCode } });
}

function describeSql(error: SqlError, path: string): [ErrorCode, string] {
  const directory = dirname(path);
  if (error.extendedCode === IOERR_SHMSIZE) return ['DISK_FULL', diskFull(path)];
  switch (error.primaryCode) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return [
        'STORE_BUSY',
        `The store ${path} is locked by another process. Try again; if it stays so, end the other program that uses it.`,
      ];
    case SQLITE.FULL:
      return ['DISK_FULL', diskFull(path)];
    case SQLITE.READONLY:
      return [
        'HOME_UNUSABLE',
        `The store ${path} cannot be written (${error.message}). Make ${directory} writable.`,
      ];
    case SQLITE.CANTOPEN:
      return [
        'HOME_UNUSABLE',
        `The store ${path} cannot be opened: SQLite must be able to create ${path}-shm beside it. Make ${directory} writable, or set PLIMSOLL_HOME to a folder that is.`,
      ];
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return [
        'STORE_CORRUPT',
        error.extendedCode === CORRUPT_VTAB
          ? `The text index in ${path} is damaged (${error.message}); it must be rebuilt from the originals.`
          : `The store ${path} is damaged (${error.message}) and could not be set aside. Move it away, then try again.`,
      ];
    default:
      return ['STORE_FAILED', `The store ${path} refused a statement: ${error.message}.`];
  }
}

function fromSystem(error: Error, code: string, path: string): AppError {
  const options = { cause: error, data: { path, systemCode: code } };
  const directory = dirname(path);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('DISK_FULL', diskFull(path), options);
    case 'EEXIST':
    case 'ENOTDIR':
      return new AppError(
        'HOME_UNUSABLE',
        `The folder ${directory} cannot be created: a part of that path is a file. Remove the file, or set PLIMSOLL_HOME to another folder.`,
        options,
      );
    default:
      return new AppError(
        'HOME_UNUSABLE',
        `The store ${path} cannot be created or read (${error.message}). Make ${directory} writable, or set PLIMSOLL_HOME to another folder.`,
        options,
      );
  }
}

const diskFull = (path: string): string =>
  `The disk or quota that holds ${path} is full; nothing of this call was saved. Free some space, or run \`plimsoll purge\`.`;
