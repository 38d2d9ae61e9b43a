import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { type Environment, environmentValue } from '../home.ts';
import { RUN_TAG } from './child-environment.ts';

const trySignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what was wanted.
  }
};

/**
 * Pids above `above` of processes whose environment carries the run's tag: daemons that left the group by setsid, too.
 * Linux only.
 */
function taggedProcesses(runTag: string, above: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const needle = `${RUN_TAG}=${runTag}`;
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid <= above || pid === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(needle) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

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

/** Ends the group at once, and every process of the run that left it. */
export function killTree(pid: number, runTag: string): void {
  if (process.platform === 'win32') {
    terminateTree(pid);
    return;
  }
  trySignal(-pid, 'SIGKILL');
  for (const stray of taggedProcesses(runTag, 0)) trySignal(stray, 'SIGKILL');
}

/**
 * Ends what left the group of a child that ended by itself. Only younger processes are looked at, which takes a fraction
 * of a millisecond; the price is a daemon that lives on when the system's pids began anew meanwhile.
 */
export function killStrays(pid: number, runTag: string): void {
  for (const stray of taggedProcesses(runTag, pid)) trySignal(stray, 'SIGKILL');
}
