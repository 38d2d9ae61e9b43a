import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'run-';

/** A private folder (0700) for one run, below `<home>/scratch`; the owner's pid is part of its name. */
export function createScratch(home: string): string {
  const root = join(home, 'scratch');
  const prefix = join(root, `${PREFIX}${process.pid}-`);
  try {
    return mkdtempSync(prefix);
  } catch {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    return mkdtempSync(prefix);
  }
}

export const removeScratch = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Removes what servers that are no longer alive left behind. Missing folder: nothing to do. */
export function removeOrphanedScratch(home: string): void {
  const root = join(home, 'scratch');
  let names: readonly string[];
  try {
    names = readdirSync(root);
  } catch {
    return;
  }
  for (const name of names) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(root, name), { recursive: true, force: true });
  }
}
