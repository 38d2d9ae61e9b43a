import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const PREFIX = 'run-';

/** How the paths of this process's folders begin. */
export const scratchStart = (home: string): string => join(home, 'scratch', `${PREFIX}${process.pid}-`);

/**
 * A private folder (0700) for one run, below `<home>/scratch`; the owner's pid is part of its name. Where the data
 * directory cannot be written it lies in the system's temporary folder: code runs all the same.
 */
export function createScratch(home: string): string {
  const root = join(home, 'scratch');
  const name = `${PREFIX}${process.pid}-`;
  try {
    return mkdtempSync(join(root, name));
  } catch {
    return createFirst(root, name);
  }
}

function createFirst(root: string, name: string): string {
  try {
    makeFolder(root);
    return mkdtempSync(join(root, name));
  } catch {
    return mkdtempSync(join(tmpdir(), `plimsoll-${name}`));
  }
}

/** Retries: two removals of one folder at once, or a file that Windows still holds, fail for a moment. */
const REMOVAL = { recursive: true, force: true, maxRetries: 3, retryDelay: 30 };

export const removeScratch = (folder: string): Promise<void> => rm(folder, REMOVAL);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Removes what servers that are no longer alive left behind. Missing folder: nothing to do. */
export const removeOrphanedScratch = (home: string): void => removeScratchOf(home, (pid) => !isAlive(pid));

/** Removes what this process still has, at once: for its end. */
export const removeOwnScratch = (home: string): void => removeScratchOf(home, (pid) => pid === process.pid);

function removeScratchOf(home: string, isMeant: (pid: number) => boolean): void {
  const root = join(home, 'scratch');
  let names: readonly string[];
  try {
    names = readdirSync(root);
  } catch {
    return;
  }
  for (const name of names) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (Number.isInteger(pid) && isMeant(pid)) rmSync(join(root, name), REMOVAL);
  }
}
