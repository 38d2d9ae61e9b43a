import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { GUARD_SCRIPT } from './guard-script.ts';
import { type OsPipe, PipePool } from './pipe-pool.ts';
import { lockLimitOf, type RunMarks } from './run-marks.ts';

/** The first run waits for the guard no longer than this; then it starts without. */
const READY_LIMIT_MS = 300;
/** Limits up to 2^62 are numbers that every shell can read. */
const HIGHEST_MARK = 2n ** 62n;

export interface ProcessGuard {
  /** Resolves when a child may be started: the guard is there, or there is none to be had. Never rejects. */
  ready(): Promise<void>;
  /** A pipe for stdout and stderr of the next child; undefined: none can be had. */
  takePipe(): OsPipe | undefined;
  /** A child runs. Returns how its processes are known, from now on, and what says that it is over. */
  watch(pid: number, runTag: string): GuardedRun;
  /** Empty folders that are to go when this process is killed; who removes them itself says nothing. */
  leave(folders: readonly string[]): void;
}

interface GuardedRun {
  /** As things are now: other runs come and go. */
  marks(): RunMarks;
  /** Pid above which a process may belong to this run, or to one that ran at the same time. */
  readonly above: number;
  end(): void;
}

/**
 * A number that no other process has as its limit of file locks, and below our own limit: only the superuser may raise
 * one. Linux counts no file locks against it, so it does nothing but mark, and it stays on a process that clears its
 * environment, leaves its session and closes its files. Undefined where there are no such limits.
 */
function newMark(): string | undefined {
  const limit = lockLimitOf('self');
  if (limit === undefined) return undefined;
  const top = limit === 'unlimited' ? HIGHEST_MARK : BigInt(limit);
  // Servers may be nested; each level takes a number from the upper half of what the one around it left.
  const random = BigInt(randomInt(2 ** 47));
  return top < 2n ** 50n ? undefined : String(top - 1n - (random * (top / 2n)) / 2n ** 47n);
}

/** The guard's shell; in a session of its own, so that what ends the server's group does not end it, too. */
function startShell(mark: string | undefined): ChildProcess {
  return spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'plimsoll-guard', mark ?? ''], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    // Without the tag of a run that this server may itself be part of.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
  });
}

export interface GuardOptions {
  /** Start of the tags of all runs. */
  readonly tagStart: string;
  /** Start of the paths of this server's temporary folders. */
  readonly scratchStart: string;
}

/**
 * Sees to it that no process outlives the server that started it, even one that is killed: a shell beside it (from the
 * first run on, 1 MB) ends them when the connection to the server is gone. None on Windows.
 */
export function createProcessGuard({ tagStart, scratchStart }: GuardOptions): ProcessGuard {
  const active = new Map<string, number>();
  const left = new Set<string>();
  let shell: ChildProcess | undefined;
  let familyMark: string | undefined;
  let starting: Promise<void> | undefined;
  /** Youngest pid that is older than all runs since there was none. */
  let above = 0;

  const tell = (line: string): void => {
    shell?.stdin?.write(`${line}\n`);
  };

  // Names with blanks would be several to the shell. Bun's sockets do not read a pipe that was opened elsewhere.
  const pool =
    /\s/.test(scratchStart) || process.versions.bun !== undefined
      ? undefined
      : new PipePool(`${scratchStart}pipe-`, (paths) => tell(`p ${paths.join(' ')}`));

  function forget(): void {
    shell = undefined;
    starting = undefined;
    pool?.takeUp();
  }

  function start(): Promise<void> {
    const mark = familyMark ?? newMark();
    const started = startShell(mark);
    shell = started;
    started.stdin?.on('error', () => undefined);
    // It must not keep a server alive that has nothing else to do.
    for (const part of [started, started.stdin, started.stdout])
      (part as unknown as { unref?: () => void } | null)?.unref?.();
    tell(`t ${tagStart}`);
    if (!scratchStart.includes('\n')) tell(`s ${scratchStart}`);
    for (const pid of active.values()) tell(`+ ${pid}`);
    for (const folder of left) tell(`d ${folder}`);
    pool?.fill();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, READY_LIMIT_MS);
      const finish = (): void => {
        clearTimeout(timer);
        resolve();
      };
      started.stdout?.on('data', (bytes: Buffer) => {
        const said = bytes.toString();
        if (mark !== undefined && said.includes('ready yes')) familyMark = mark;
        if (said.includes('made')) pool?.takeUp();
        if (pool === undefined || said.includes('made')) finish();
      });
      for (const event of ['error', 'exit'] as const)
        started.once(event, () => {
          if (shell === started) forget();
          finish();
        });
    });
  }

  return {
    ready() {
      if (process.platform === 'win32') return Promise.resolve();
      starting ??= start();
      return starting;
    },
    takePipe() {
      const pipe = pool?.take();
      if (shell !== undefined) pool?.fill();
      return pipe;
    },
    leave(folders) {
      for (const folder of folders) {
        if (left.has(folder) || folder.includes('\n')) continue;
        left.add(folder);
        tell(`d ${folder}`);
      }
    },
    watch(pid, runTag) {
      if (active.size === 0) above = pid - 1;
      active.set(runTag, pid);
      tell(`+ ${pid}`);
      const from = above;
      return {
        marks: () => ({
          runTag,
          familyMark,
          isAlone: () => active.size === (active.has(runTag) ? 1 : 0),
          sparedPid: shell?.pid,
        }),
        above: from,
        end() {
          active.delete(runTag);
          tell(`- ${pid}`);
        },
      };
    },
  };
}
