import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Every file below a folder, relative and with slashes, in the order of their names. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.split(sep).join('/'))
    .toSorted();

/** Bytes of every file below a folder. */
export const bytesBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
