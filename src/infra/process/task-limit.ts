import { mkdirSync, openSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';

/** The kernel needs a moment to let go of a group whose last process ended. */
const REMOVAL_TRIES = 40;
const REMOVAL_PAUSE_MS = 50;

/** A control group for one run: whatever its processes do, together they are no more than so many. */
export interface TaskLimit {
  /** Open for writing: who writes `0` to it joins. To be closed by whoever handed it on. */
  readonly joinFd: number;
  /** Removes the group, once it is empty. */
  readonly release: () => void;
}

/** Folder of this process's own group in the hierarchy that counts processes; undefined where there is none. */
function ownGroup(): string | undefined {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
    const byCount = lines.find((line) => /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:/.test(line));
    if (byCount !== undefined) return join('/sys/fs/cgroup/pids', byCount.split(':').slice(2).join(':'));
    const unified = lines.find((line) => line.startsWith('0::'));
    return unified === undefined ? undefined : join('/sys/fs/cgroup', unified.slice(3));
  } catch {
    return undefined;
  }
}

async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVAL_TRIES; tries += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch {
      await sleep(REMOVAL_PAUSE_MS, undefined, { ref: false });
    }
  }
}

/** Removes the groups of servers that were killed: `plimsoll-run-<pid>-…`, as scratch folders are named. */
export function removeOrphanedLimits(): void {
  const own = process.platform === 'linux' && process.getuid?.() === 0 ? ownGroup() : undefined;
  if (own === undefined) return;
  try {
    for (const name of readdirSync(own)) {
      const pid = Number(/^plimsoll-run-(\d+)-/.exec(name)?.[1]);
      if (Number.isInteger(pid) && !isAlive(pid)) rmdirSync(join(own, name));
    }
  } catch {
    // One that still holds processes goes another time.
  }
}

/**
 * Makes a control group for a run of the superuser, whom the usual limit of processes does not hold. Undefined for
 * everybody else, who may make none, and where no groups are.
 */
export function createTaskLimit(name: string, maxTasks: number): TaskLimit | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const own = ownGroup();
  if (own === undefined) return undefined;
  const folder = join(own, name);
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  try {
    writeFileSync(join(folder, 'pids.max'), String(maxTasks), { flag: 'r+' });
    const joinFd = openSync(join(folder, 'cgroup.procs'), 'w');
    return { joinFd, release: () => void removeGroup(folder) };
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}
