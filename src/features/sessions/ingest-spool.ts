import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '#core/errors.ts';
import { DAY_MS } from '#core/units.ts';
import { ownFiles } from '#infra/own-files.ts';
import { appendLine } from '#infra/spool.ts';
import type { SessionStore } from '#storage/session-store.ts';
import { readSpool, spoolFiles } from './spool-reader.ts';

export interface IngestPlace {
  readonly home: string;
  readonly store: SessionStore;
  /** Whether an event that happened in this folder belongs to this project. */
  readonly isOurs: (cwd: string) => boolean;
}

/** What hinders one file only: it must not keep the others from being read. */
const PASSED_OVER: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP']);

/** Notes for the process that comes next: that a guide is owed, and the guide. Nobody comes any more after a day. */
const NOTE = /\.jsonl\.(?:owed|guide(?:\.\d+)?)$/;

/** A file that nobody wrote to for a day belongs to a session that is over. */
const QUIET_MS = DAY_MS;
/** Sessions that were not used for so long are dropped anyway. */
const RETENTION_MS = 30 * DAY_MS;

/**
 * Takes the events of this project out of the spool, each once, whoever else does the same now: events and position
 * are one transaction. Returns how many files were read further.
 */
export function ingestSpool(place: IngestPlace): number {
  const known = new Map<string, boolean>();
  const isOurs = (folder: string): boolean => {
    const answer = known.get(folder) ?? place.isOurs(folder);
    known.set(folder, answer);
    return answer;
  };
  let count = 0;
  for (const file of spoolFiles(place.home)) {
    if (ingestFile({ ...place, isOurs }, file)) count += 1;
  }
  return count;
}

function ingestFile({ home, store, isOurs }: IngestPlace, file: string): boolean {
  try {
    const offset = store.spoolOffset(file);
    const part = readSpool(home, file, offset);
    if (part.end === offset) return false;
    const ours = part.events.filter((event) => isOurs(event.project ?? event.cwd));
    return store.ingest(file, offset, part.end, ours);
  } catch (thrown) {
    // Another reader removed it meanwhile, or it is not ours to read.
    if (PASSED_OVER.has(systemCode(thrown) ?? '')) return false;
    throw thrown;
  }
}

/**
 * Removes spool files of sessions that are over: those whose lines are all this project's and taken in, and, whoever
 * they belong to, those that nobody wrote to for as long as sessions are kept.
 */
export function removeQuietSpool(place: IngestPlace, nowMs: number): void {
  for (const file of spoolFiles(place.home)) {
    const path = join(place.home, 'spool', file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || nowMs - stat.mtimeMs < QUIET_MS) continue;
    if (nowMs - stat.mtimeMs > RETENTION_MS || isDone(place, file, stat.size))
      removeSpoolFile(place, file, stat.size);
  }
}

function isDone({ home, store, isOurs }: IngestPlace, file: string, size: number): boolean {
  if (store.spoolOffset(file) !== size) return false;
  return readSpool(home, file, 0).events.every((event) => isOurs(event.project ?? event.cwd));
}

/** Removes notes that are of no use any more. @throws the file system's error */
export function removeOldNotes(home: string, nowMs: number): void {
  for (const path of ownFiles(home, 'spool')) {
    if (!NOTE.test(path)) continue;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && nowMs - stat.mtimeMs > QUIET_MS) rmSync(path, { force: true });
  }
}

/** Renames first: a writer that comes now begins a new file. What came in just before is carried over to that one. */
export function removeSpoolFile(
  { home, store }: Pick<IngestPlace, 'home' | 'store'>,
  file: string,
  size: number,
): void {
  const path = join(home, 'spool', file);
  const done = `${path}.done`;
  renameSync(path, done);
  store.forgetSpool(file);
  const late = readSpool(home, `${file}.done`, size).events;
  for (const event of late) appendLine(path, JSON.stringify(event));
  rmSync(done, { force: true });
}
