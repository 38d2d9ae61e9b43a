import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { Driver } from './driver.ts';
import { type FileIdentity, identify, prepareStoreFile } from './store-file.ts';

/** In this order: while the store still has its name, nobody else can give these names to a new store's files. */
const COMPANIONS = ['-wal', '-shm', ''] as const;

/**
 * Runs `work` while no other process runs it for the same store. The lock is an exclusive transaction on an empty SQLite
 * file beside the store (`…-guard`, kept): the system frees it when a process dies. Throws SqlError (BUSY) after the wait.
 */
export function withGuard<T>(driver: Driver, path: string, waitMs: number, work: () => T): T {
  const guardPath = `${path}-guard`;
  prepareStoreFile(guardPath);
  const guard = driver.open(guardPath);
  try {
    guard.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
    return work();
  } finally {
    guard.close();
  }
}

/**
 * Renames a damaged store with its WAL and shared memory to `<name>.corrupt-<UTC time>[-wal|-shm]`; nothing is deleted.
 * Returns the new path; undefined when the path no longer leads to `identity`: another process replaced the file already.
 * Call it inside `withGuard`. Throws what `fs` throws.
 */
export function setAside(path: string, identity: FileIdentity, atMs: number): string | undefined {
  if (identity === undefined || identify(path) !== identity) return undefined;
  const target = freeName(`${path}.corrupt-${timeStamp(atMs)}`);
  for (const suffix of COMPANIONS) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  return target;
}

/** What the user is told about a store that was set aside. */
export const setAsideNotice = (path: string, movedTo: string): string =>
  `The store was damaged. It was set aside as ${movedTo} (not deleted) and a new, empty ${basename(path)} was made: earlier sessions and indexed sources are missing from it. Index again what you need.`;

/** `20260102T030405678Z`. */
const timeStamp = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:.]/g, '');

function freeName(base: string): string {
  let name = base;
  for (let n = 2; COMPANIONS.some((suffix) => existsSync(name + suffix)); n += 1) name = `${base}-${n}`;
  return name;
}
