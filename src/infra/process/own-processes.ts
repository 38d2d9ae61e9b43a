import { execFile } from 'node:child_process';
import type { Environment } from '../home.ts';
import { findProgram } from './find-program.ts';

const LIMIT_MS = 2_000;

/** A running process that runs one of our bundles. */
export interface OwnProcess {
  readonly pid: number;
  /** The process that started it. */
  readonly parent: number;
  /** How long it has been running. */
  readonly ageSeconds: number;
  /** Resident memory. */
  readonly rssKib: number;
  /** The bundle as it was named to Node: absolute, or relative to a folder that nobody knows. */
  readonly bundle: string;
}

/** A line of `ps`: of the arguments only which of our bundles it runs; others may be secret. */
const OURS =
  /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s.*?(\S*dist[\\/](?:server\.mjs|hook\.cjs|statusline\.cjs|cli\.mjs|commands\.mjs))/;

/** `[[days-]hours:]minutes:seconds`, as `ps` writes it. */
function secondsOf(elapsed: string): number {
  const [clock = '', days = '0'] = elapsed.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}

/** Of the text that `ps -eo pid,ppid,etime,rss,args` prints. */
export const parseProcesses = (text: string): readonly OwnProcess[] =>
  text.split('\n').flatMap((line) => {
    const [, pid, parent, elapsed = '', rss, bundle] = OURS.exec(line) ?? [];
    if (bundle === undefined) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        ageSeconds: secondsOf(elapsed),
        rssKib: Number(rss),
        bundle,
      },
    ];
  });

/** Processes of this machine that run one of our bundles; none where the system does not tell. Never rejects. */
export function ownProcesses(env: Environment): Promise<readonly OwnProcess[]> {
  const ps = process.platform === 'win32' ? undefined : findProgram(['ps'], env);
  if (ps === undefined) return Promise.resolve([]);
  return new Promise((resolve) => {
    execFile(
      ps,
      ['-eo', 'pid,ppid,etime,rss,args'],
      { timeout: LIMIT_MS, maxBuffer: 1 << 24 },
      (error, stdout) => resolve(error === null ? parseProcesses(stdout) : []),
    );
  });
}
