import { AppError } from '#core/errors.ts';

/** Extended result code of a damaged virtual table (sqlite.org/rescode.html#corrupt_vtab). */
const CORRUPT_VTAB = 267;

/** True when the text index, and only it, is missing or damaged. */
export function isIndexLost(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const cause = thrown.cause instanceof Error ? thrown.cause.message : '';
  return (
    thrown.data.sqliteCode === CORRUPT_VTAB || /no such (?:fts5 )?table: (?:main\.)?chunk_index/.test(cause)
  );
}
