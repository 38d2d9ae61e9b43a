import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findRepository } from '#infra/project.ts';
import { realPath } from '#infra/real-path.ts';
import { statPath } from '#infra/stat-path.ts';
import { isWithin } from './profile.ts';

/** Repositories are looked for so many levels below the project. */
const MAX_DEPTH = 4;
/** A look at a large project ends after so many folders, or so many milliseconds: it stands in front of every run. */
const MAX_FOLDERS = 2_000;
/** So many are looked at however long it takes: what is protected must not hang on how busy the machine is. */
const SURE_FOLDERS = 300;
const MAX_LOOK_MS = 8;
/** Full of folders, and nobody keeps a repository to work in there. */
const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.venv',
  'venv',
  'target',
  'dist',
  'build',
  '.next',
  '__pycache__',
]);

interface Found {
  /** `.git` of every repository in the folder: folders, and the files that point to one. */
  readonly paths: readonly string[];
  /** False: the look ended before it had seen everything. */
  readonly isWhole: boolean;
}

/** Every `.git` in a folder, by breadth, within the limits above. Links are not followed. */
export function findGitPaths(root: string): Found {
  const untilMs = performance.now() + MAX_LOOK_MS;
  const paths: string[] = [];
  let level: string[] = [root];
  let count = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      count += 1;
      const isLate = count > SURE_FOLDERS && performance.now() > untilMs;
      if (isLate || count > MAX_FOLDERS) return { paths, isWhole: false };
      for (const entry of entriesOf(folder)) {
        if (entry.name === '.git') paths.push(join(folder, '.git'));
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(join(folder, entry.name));
      }
    }
    level = next;
  }
  return { paths, isWhole: level.length === 0 };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Git's folders of submodules, which have hooks and settings of their own. */
const moduleFolders = (gitFolder: string): readonly string[] =>
  entriesOf(join(gitFolder, 'modules'))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(gitFolder, 'modules', name))
    .filter((folder) => statPath(join(folder, 'HEAD')) !== undefined);

/**
 * The shared git folder of a work tree whose own lies elsewhere. A pointer file alone proves nothing, since a repository
 * can bring one that names any folder: git's folder has to name this work tree, too.
 */
function sharedFolder(root: string): string | undefined {
  const repository = findRepository(root);
  if (repository === undefined) return undefined;
  const pointer = textOf(join(repository.root, '.git')).replace(/^gitdir:\s*/, '');
  if (pointer === '' || isWithin(repository.commonDir, root)) return undefined;
  const own = resolve(repository.root, pointer);
  const back = textOf(join(own, 'gitdir'));
  const isOurs = back !== '' && realPath(dirname(resolve(own, back))) === realPath(repository.root);
  const isGit = statPath(join(repository.commonDir, 'objects'))?.isDirectory() === true;
  return isOurs && isGit && isWithin(realPath(own), repository.commonDir) ? repository.commonDir : undefined;
}

/** All of git's folders and pointer files that confined code may reach: of the project, and of what lies in it. */
export function gitFoldersOf(root: string): readonly string[] {
  const inside = findGitPaths(root).paths;
  const shared = sharedFolder(root);
  const folders = [...inside, ...(shared === undefined ? [] : [shared])];
  return folders.flatMap((folder) => [folder, ...moduleFolders(folder)]);
}
