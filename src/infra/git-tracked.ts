import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { findRepository, gitDirectory } from './project.ts';
import { realPath } from './real-path.ts';
import { statPath } from './stat-path.ts';

/** Repositories of a million files stay below; a larger index is not searched. */
const INDEX_LIMIT = 128 * 1024 * 1024;
/** Versions that hold each path in full. */
const FULL_PATH_VERSIONS: readonly number[] = [2, 3];
/** Marks of the parts of an index that point elsewhere: a shared index, folders in place of their files. */
const PARTIAL_MARKS = ['link', 'sdir'];

/** True when the text of an index may stand for this file name. Errs towards true. */
function mayHold(index: Buffer, name: string): boolean {
  if (index.toString('latin1', 0, 4) !== 'DIRC') return true;
  if (!FULL_PATH_VERSIONS.includes(index.readUInt32BE(4))) return true;
  const text = index.toString('latin1').toLowerCase();
  return PARTIAL_MARKS.some((mark) => text.includes(mark)) || text.includes(name.toLowerCase());
}

/**
 * True when a file may be one that the repository supplies: its name stands in the index of the repository around
 * `folder`, or a link leads to it. Git itself is not asked: a hostile repository's settings can make git run programs.
 * Whatever cannot be read counts as true. False outside of a repository.
 */
export function maySupply(folder: string, file: string): boolean {
  const path = resolve(file);
  if (realPath(path) !== join(realPath(folder), path.slice(resolve(folder).length))) return true;
  const repository = findRepository(folder);
  if (repository === undefined) return false;
  const gitDir = gitDirectory(repository.root);
  const index = gitDir === undefined ? undefined : join(gitDir, 'index');
  const stat = index === undefined ? undefined : statPath(index);
  if (index === undefined || stat === undefined) return false;
  if (stat.size < 8 || stat.size > INDEX_LIMIT) return true;
  try {
    return mayHold(readFileSync(index), basename(path));
  } catch {
    return true;
  }
}
