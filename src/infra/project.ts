import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sha256 } from '#core/text/sha256.ts';
import { type Environment, environmentValue } from './home.ts';
import { realPath } from './real-path.ts';

/** A project and where its data lies. Worktrees of one repository are one project. */
export interface Project {
  /** Folder of the work tree (or the plain folder) that was asked for: cwd of what runs. */
  readonly root: string;
  /** `<home>/projects/<slug>-<hash>`; nothing in it is created here. */
  readonly dataDir: string;
  readonly databasePath: string;
  /** Folder of stored originals, `<n>.txt`. */
  readonly outDir: string;
}

const HASH_LENGTH = 10;
const SLUG_LENGTH = 40;

/** Text of a one-line pointer file such as a work tree's `.git`; undefined when it is none. */
function pointer(file: string, prefix: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.startsWith(prefix) ? text.slice(prefix.length).trim() : undefined;
  } catch {
    return undefined;
  }
}

/** The git folder of the work tree whose root this is, links not resolved; undefined when it is none. */
export function gitDirectory(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return stat && dotGit;
  const gitDir = pointer(dotGit, 'gitdir:');
  return gitDir === undefined ? undefined : resolve(folder, gitDir);
}

/** The git folder that all work trees of a repository share, for the folder that holds `.git`; else undefined. */
export function commonDirectory(folder: string): string | undefined {
  const gitDir = gitDirectory(folder);
  if (gitDir === undefined) return undefined;
  const shared = pointer(join(gitDir, 'commondir'), '');
  return realPath(shared === undefined ? gitDir : resolve(gitDir, shared));
}

/**
 * The main checkout of the repository around a folder: for a linked work tree the folder that it was made from, else the
 * work tree's own root. A `.git` file that points into a repository which does not know this work tree counts for nothing:
 * anybody can write one. Undefined outside of a repository.
 */
export function mainCheckout(start: string): string | undefined {
  const repository = findRepository(start);
  if (repository === undefined) return undefined;
  const { root, commonDir } = repository;
  const gitDir = gitDirectory(root);
  if (gitDir === undefined || realPath(gitDir) === commonDir) return root;
  const back = pointer(join(gitDir, 'gitdir'), '');
  const isKnown = back !== undefined && realPath(back) === realPath(join(root, '.git'));
  return isKnown && basename(commonDir) === '.git' ? dirname(commonDir) : root;
}

/** The nearest folder upwards that holds a repository, with its shared git folder; undefined outside of any. */
export function findRepository(
  start: string,
): { readonly root: string; readonly commonDir: string } | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const commonDir = commonDirectory(folder);
    if (commonDir !== undefined) return { root: folder, commonDir };
    if (dirname(folder) === folder) return undefined;
  }
}

/** Root of the work tree around a folder, links resolved; outside of a repository the folder itself. */
export function workTree(folder: string): string {
  const start = realPath(folder);
  return findRepository(start)?.root ?? start;
}

/**
 * The project that a folder belongs to: its git repository by common directory, else the folder itself. Reads only
 * git's pointer files, starts no process. Links are resolved first, so every way into a folder is one project.
 */
export function resolveProject(home: string, folder: string): Project {
  const start = realPath(folder);
  const repository = findRepository(start);
  const identity = repository?.commonDir ?? start;
  const named = basename(identity) === '.git' ? dirname(identity) : identity;
  const slug =
    basename(named)
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .slice(0, SLUG_LENGTH) || 'root';
  const hash = sha256(Buffer.from(identity)).slice(0, HASH_LENGTH);
  return { ...projectOfData(join(home, 'projects', `${slug}-${hash}`)), root: start };
}

/** A project of which only the data is known; its root is the data folder itself. */
export const projectOfData = (dataDir: string): Project => ({
  root: dataDir,
  dataDir,
  databasePath: join(dataDir, 'plimsoll.db'),
  outDir: join(dataDir, 'out'),
});

/** The folder that the agent works in: PLIMSOLL_PROJECT, CLAUDE_PROJECT_DIR, else the current one. */
export const projectFolder = (env: Environment, cwd: string): string =>
  environmentValue(env, 'PLIMSOLL_PROJECT') ?? environmentValue(env, 'CLAUDE_PROJECT_DIR') ?? cwd;
