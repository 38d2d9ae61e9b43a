import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** The path without links in it, in the spelling of the disk; undefined where nothing lies there, or it may not be looked at. */
export function existingPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The path without links in it, in the spelling of the disk; where nothing lies there, the absolute path as it is. */
export function realPath(path: string): string {
  return existingPath(path) ?? resolve(path);
}
