import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Windows has neither the signals nor the process groups that these tests are about. */
export const isPosix = process.platform !== 'win32';

const POLL_MS = 20;

/** Waits until `isTrue`. Fails with `what` when `limitMs` has passed. Returns how long it took, in milliseconds. */
export async function waitFor(what: string, isTrue: () => boolean, limitMs: number): Promise<number> {
  const startMs = performance.now();
  while (!isTrue()) {
    if (performance.now() - startMs > limitMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(POLL_MS);
  }
  return performance.now() - startMs;
}

/** False for a process that is gone, and for one that only waits for its parent to take note of its end. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

function commandLines(): readonly (readonly [number, string])[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .map((line) => [Number.parseInt(line, 10), line.replace(/^\s*\d+\s/, '')] as const);
  }
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [[Number(name), readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')] as const];
    } catch {
      return [];
    }
  });
}

/** Ids of living processes whose command line holds this text. */
export const processesWith = (text: string): readonly number[] =>
  commandLines().flatMap(([pid, line]) =>
    line.includes(text) && pid !== process.pid && isAlive(pid) ? [pid] : [],
  );

/** The shell beside a server that ends its runs when it is killed; empty before its first run. */
export const guardsOf = (serverPid: number): readonly number[] =>
  processesWith('plimsoll-guard').filter((pid) => {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(stdout) === serverPid;
  });

let lastMark = 0;

/** A `sleep` that no other process runs, to be found by its own length. Ended with the test when it is still there. */
export function markedSleep(): { readonly command: string; readonly pids: () => readonly number[] } {
  lastMark += 1;
  const command = `sleep 6${String(process.pid).padStart(7, '0')}.${lastMark}`;
  const pids = (): readonly number[] =>
    commandLines().flatMap(([pid, line]) => (line.trim() === command && isAlive(pid) ? [pid] : []));
  onTestFinished(() => {
    for (const pid of pids()) process.kill(pid, 'SIGKILL');
  });
  return { command, pids };
}

/** Resident memory of a process in bytes (Linux). */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes) * 1024;
}
