import { fstatSync, lstatSync } from 'node:fs';
import { existingPath } from './real-path.ts';

/**
 * Whether an open file is the one that lies at this path now, and no link leads there. What was judged by its path and
 * opened by another name may have been exchanged in between.
 */
export function isSameFile(fd: number, realPath: string): boolean {
  if (existingPath(realPath) !== realPath) return false;
  try {
    const there = lstatSync(realPath, { bigint: true });
    const open = fstatSync(fd, { bigint: true });
    return there.ino === open.ino && there.dev === open.dev;
  } catch {
    return false;
  }
}
