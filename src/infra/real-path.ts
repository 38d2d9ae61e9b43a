import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** The path without links in it, in the spelling of the disk; where nothing lies there, the absolute path as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
