import { mkdirSync } from 'node:fs';
import { statPath } from './stat-path.ts';

const SEPARATOR = process.platform === 'win32' ? /[\\/][^\\/]*$/ : /\/[^/]*$/;

/** The folder above, by the text of the path; empty for the last one. */
const above = (path: string): string => (SEPARATOR.test(path) ? path.replace(SEPARATOR, '') : '');

const isFolder = (path: string): boolean => statPath(path)?.isDirectory() ?? false;

/**
 * Makes a folder and what is missing above it, 0700 each; one that is there is left as it is. Not `recursive` of node:fs,
 * which never ends where a folder that exists answers ENOENT (/proc). @throws the file system's error
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; path !== '' && !isFolder(path); path = above(path)) missing.push(path);
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (thrown) {
      // Somebody else may have made it meanwhile.
      if (!isFolder(path)) throw thrown;
    }
  }
}
