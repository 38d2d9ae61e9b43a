import { readdirSync, readFileSync } from 'node:fs';
import { RUN_TAG } from './child-environment.ts';

/** By what a process is known to belong to a run, wherever it moved to. */
export interface RunMarks {
  /** Value of the run's tag in the environment. */
  readonly runTag: string;
  /** The server's limit of file locks, which all that it starts inherits, see process-guard; undefined: it has none. */
  readonly familyMark?: string | undefined;
  /** True while no other run of the server is under way: only then the family's mark says enough. */
  readonly isAlone: () => boolean;
  /** Processes with the family's mark that are not to be ended: the guard. */
  readonly sparedPid?: number | undefined;
}

const TAG_START = `${RUN_TAG}=`;

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}

/** The run's tag in the environment of a process; undefined when there is none, or when it may not be looked at. */
const tagOf = (pid: number): string | undefined =>
  readProc(pid, 'environ')
    ?.split('\0')
    .findLast((entry) => entry.startsWith(TAG_START))
    ?.slice(TAG_START.length);

/** Hard limit of file locks as text: a number, or `unlimited`. */
export const lockLimitOf = (pid: number | 'self'): string | undefined =>
  /^Max file locks\s+\S+\s+(\S+)/m.exec(readProc(pid as number, 'limits') ?? '')?.[1];

interface Status {
  /** Dead, and only waiting for its parent to take note. */
  readonly isZombie: boolean;
  readonly parentPid: number;
}

function statusOf(pid: number): Status | undefined {
  const match = /^\d+ \(.*\) (\S) (\d+) /s.exec(readProc(pid, 'stat') ?? '');
  return match === null ? undefined : { isZombie: /[ZX]/.test(match[1] ?? ''), parentPid: Number(match[2]) };
}

/** True for what hangs below this process: a run's own tree is known by group and tag, and the rest is none of it. */
function isBelowUs(pid: number): boolean {
  for (let at = pid; at > 1; at = statusOf(at)?.parentPid ?? 0) if (at === process.pid) return true;
  return false;
}

/**
 * Bears the family's mark, lives, and was left by its parents. What still has a living parent in the run is found in the
 * next look, when that one is gone.
 */
function isLostRelative(pid: number, familyMark: string): boolean {
  return lockLimitOf(pid) === familyMark && statusOf(pid)?.isZombie === false && !isBelowUs(pid);
}

/**
 * Processes above pid `above` that belong to a run: by its tag in their environment, or by the family's mark, which stays
 * on a process that cleared its environment. Empty elsewhere than on Linux.
 */
export function runProcesses(marks: RunMarks, above: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const { runTag, familyMark } = marks;
  const mayGoByMark = familyMark !== undefined && marks.isAlone();
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid <= above || pid === process.pid || pid === marks.sparedPid) return [];
    if (tagOf(pid) === runTag) return [pid];
    return mayGoByMark && isLostRelative(pid, familyMark) ? [pid] : [];
  });
}
