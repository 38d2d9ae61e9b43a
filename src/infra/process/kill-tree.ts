import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, environmentValue } from '../home.ts';
import { type RunMarks, runProcesses } from './run-marks.ts';

/** A killed process needs a moment to vanish, and one that forks may have been quicker than the sweep. */
const ROUND_MS = 3;
/** What is still there after this time cannot be killed: it hangs in the kernel, or belongs to somebody else. */
const SWEEP_LIMIT_MS = 2_000;

const trySignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what was wanted.
  }
};

/** True when a process of the child's group still exists. Always false on Windows, which has no groups. */
export function isGroupAlive(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** By its full path: Windows looks for a bare name in the working folder first, which is the project's. */
export const taskkillPath = (env: Environment): string =>
  `${environmentValue(env, 'SystemRoot') ?? 'C:\\Windows'}\\System32\\taskkill.exe`;

/** Asks the whole group of a child to end. On Windows, which has no such request, it is ended at once. */
export function terminateTree(pid: number): void {
  if (process.platform === 'win32')
    spawnSync(taskkillPath(process.env), ['/PID', String(pid), '/T', '/F'], { windowsHide: true });
  else trySignal(-pid, 'SIGTERM');
}

/** Kills the processes of a run above a pid once; returns how many there were. */
function sweep(marks: RunMarks, above: number): number {
  const found = runProcesses(marks, above);
  for (const pid of found) trySignal(pid, 'SIGKILL');
  return found.length;
}

/** Ends the group at once, and every process of the run that left it, as far as one look finds them. */
export function killTree(pid: number, marks: RunMarks): void {
  if (process.platform === 'win32') {
    terminateTree(pid);
    return;
  }
  trySignal(-pid, 'SIGKILL');
  sweep(marks, 0);
}

/** Looks again until a look finds nothing: what was killed is gone then, and what it had forked meanwhile, too. */
async function sweepUntilClean(marks: RunMarks, above: number): Promise<void> {
  const untilMs = performance.now() + SWEEP_LIMIT_MS;
  while (sweep(marks, above) > 0 && performance.now() < untilMs) await sleep(ROUND_MS);
}

/** Ends the whole tree, and resolves when nothing of it is found any more, after two seconds at the latest. */
export async function endTree(pid: number, marks: RunMarks): Promise<void> {
  killTree(pid, marks);
  await sweepUntilClean(marks, 0);
}

/**
 * Ends what left the group of a child that ended by itself. Only processes younger than `above` are looked at, which
 * takes a fraction of a millisecond; the price is a daemon that lives on when the system's pids began anew meanwhile.
 */
export const endStrays = (above: number, marks: RunMarks): Promise<void> => sweepUntilClean(marks, above);
