import { dirname, join } from 'node:path';
import { workTree } from './project.ts';
import { statPath } from './stat-path.ts';

const isFile = (path: string): boolean => statPath(path)?.isFile() === true;

/** Files that tell an agent how to work, as far as they exist. */
export interface RulesFiles {
  /** Looked for in the folder of the session and all those above it, up to the root of its work tree. */
  readonly inFolders: readonly string[];
  /** From the user's home. */
  readonly inHome: readonly string[];
}

/** Rules files that an agent loads with a session in this folder, absolute: the user's first, the nearest last. */
export function existingRules(
  { inFolders, inHome }: RulesFiles,
  folder: string,
  userHome: string | undefined,
): readonly string[] {
  const users = userHome === undefined ? [] : inHome.map((name) => join(userHome, name));
  const root = folder === '' ? '' : workTree(folder);
  const folders: string[] = [];
  for (let at = folder; at !== ''; at = dirname(at)) {
    folders.unshift(at);
    if (at === root || dirname(at) === at) break;
  }
  return [...users, ...folders.flatMap((at) => inFolders.map((name) => join(at, name)))].filter(isFile);
}
