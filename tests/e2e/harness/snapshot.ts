import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './locations.ts';

const GIT_ENV = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'e2e',
  GIT_AUTHOR_EMAIL: 'e2e@localhost',
  GIT_COMMITTER_NAME: 'e2e',
  GIT_COMMITTER_EMAIL: 'e2e@localhost',
};

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, env: GIT_ENV, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Files that a commit of everything would hold: tracked and new ones, without ignored and deleted ones. */
function treeFiles(): readonly string[] {
  return git(REPOSITORY, 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(REPOSITORY, file)));
}

/**
 * Makes a bare repository `<folder>/plimsoll.git` with one commit: the tree as it stands now, uncommitted changes
 * included, so that what is tested is what is there. The repository itself is only read.
 */
export function makeSnapshot(folder: string): string {
  const tree = join(folder, 'tree');
  for (const file of treeFiles()) {
    const target = join(tree, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(REPOSITORY, file), target, { verbatimSymlinks: true });
  }
  git(tree, 'init', '--quiet', '--initial-branch=main');
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message', 'tree under test');
  const bare = join(folder, 'plimsoll.git');
  git(folder, 'clone', '--quiet', '--bare', tree, bare);
  return bare;
}

/** True when a clone of HEAD holds exactly what the working tree holds. */
const isCommitted = (): boolean => {
  try {
    return (
      git(REPOSITORY, 'rev-parse', '--verify', '--quiet', 'HEAD') !== '' &&
      git(REPOSITORY, 'status', '--porcelain') === ''
    );
  } catch {
    // rev-parse fails before the first commit.
    return false;
  }
};

/** Clones HEAD (of the repository, or of a snapshot while there are uncommitted changes) to `<folder>/clone`. */
export function cloneTree(folder: string): string {
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', '--no-local', isCommitted() ? REPOSITORY : makeSnapshot(folder), clone);
  return clone;
}
