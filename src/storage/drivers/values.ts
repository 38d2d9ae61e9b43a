import { type Row, SQLITE, SqlError, type SqlValue } from '../driver.ts';

/** What the libraries take: a bigint is bound as INTEGER, a number always as REAL. */
export type BoundValue = null | number | bigint | string | Uint8Array;

/**
 * Values in the form that means the same to every library. Whole numbers must become INTEGER: `rowid = 5.0` makes FTS5 scan
 * the whole index instead of seeking. Throws SqlError (MISMATCH) for a whole number beyond 2^53.
 */
export function bindValues(values: readonly SqlValue[]): BoundValue[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
    if (typeof value !== 'number' || !Number.isInteger(value)) return value;
    if (!Number.isSafeInteger(value)) throw integerTooLarge(value);
    return BigInt(value);
  });
}

/** A row of a library that returns integers as bigint and blobs as Buffer. Throws SqlError beyond 2^53. */
export function readRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < names.length; i += 1) row[names[i] ?? ''] = readValue(values[i]);
  return row;
}

/**
 * The same for a library that returns integers as numbers; undefined when one may have lost digits: an integer beyond 2^53
 * is rounded to a whole number that is not safe either. A large REAL looks the same.
 */
export function readExactRow(names: readonly string[], values: readonly unknown[]): Row | undefined {
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < names.length; i += 1) {
    const value = values[i];
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return undefined;
    row[names[i] ?? ''] = readValue(value);
  }
  return row;
}

function readValue(value: unknown): SqlValue {
  if (typeof value === 'bigint') return readInteger(value);
  if (value instanceof Uint8Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Throws SqlError (MISMATCH) beyond 2^53. */
export function readInteger(value: bigint | number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw integerTooLarge(value);
  return number;
}

/**
 * The rowid of the last insert; 0 when it is beyond 2^53. FTS5 writes rows of its own with such ids while it deletes or
 * commits, and SQLite gives the last one's to the statements that follow, whatever they do.
 */
export function readRowid(value: bigint | number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : 0;
}

const integerTooLarge = (value: bigint | number): SqlError =>
  new SqlError(`The integer ${value} is beyond 2^53 and would lose digits.`, SQLITE.MISMATCH);
