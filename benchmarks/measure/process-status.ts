import { readFileSync } from 'node:fs';

/** What Linux says about a process; 1 MB = 2^20 bytes. */
export interface ProcessStatus {
  readonly residentMb: number;
  /** Not backed by a file: heap and stacks, without the pages of the node binary. */
  readonly anonymousMb: number;
  readonly threads: number;
}

/** Undefined on systems without /proc. @throws Error when the process is gone */
export function processStatus(pid: number): ProcessStatus | undefined {
  if (process.platform !== 'linux') return undefined;
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  return {
    residentMb: field('VmRSS') / 1024,
    anonymousMb: field('RssAnon') / 1024,
    threads: field('Threads'),
  };
}
