import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectOfData } from '#infra/project.ts';
import type { Connection } from './driver.ts';

/**
 * The highest number of a stored original beside this store; 0 without any. It can be higher than all ids of the store: that
 * was set aside, or lost. 0 as well where the folder cannot be read: nothing is written there then.
 */
export function highestOriginal(databasePath: string): number {
  const { outDir } = projectOfData(dirname(databasePath));
  let names: readonly string[];
  try {
    names = readdirSync(outDir);
  } catch {
    return 0;
  }
  const numbers = names.map((name) => Number(/^(\d{1,15})\.txt$/.exec(name)?.[1] ?? 0));
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

/**
 * The id for a new source; null leaves the choice to SQLite, which counts on. A store that never had a source begins above
 * the originals that are there, so that a handle from before never names another text.
 */
export function firstId(connection: Connection, databasePath: string): number | null {
  const counted = connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'sources'").get();
  if (counted !== undefined) return null;
  const highest = highestOriginal(databasePath);
  return highest === 0 ? null : highest + 1;
}

/** Others may be given so many ids meanwhile: a whole folder has up to 20,000 files. */
const PROMISE_GAP = 100_000;
/** Above what a store is likely to have given, where it cannot be asked. */
const LIKELY_LAST = 10_000_000;

/**
 * An id for an original that the store cannot take now: far above those that others are given until then, and above the
 * originals that are there. `last` is the highest id that was ever given; undefined when nobody knows.
 */
export const promisedId = (last: number | undefined, databasePath: string): number =>
  Math.max((last ?? LIKELY_LAST) + PROMISE_GAP, highestOriginal(databasePath) + 1);
