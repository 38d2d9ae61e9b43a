import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findGitPaths } from './git-folders.ts';
import { PROTECTED_IN_GIT } from './protected-paths.ts';

/** What git would run or read its settings from, by path; the text changes when the file does. */
export type GitState = ReadonlyMap<string, string>;

/** Settings of a new repository by which git would run a program. */
const RUNS_PROGRAM =
  /^\s*(?:hookspath|fsmonitor|sshcommand|pager|editor|askpass|external|textconv|driver|clean|smudge|process|helper|program|command|alternaterefscommand|worktree)\s*=|^\s*\[(?:include|alias)/im;

function stamp(file: string): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, mode, ino } = statSync(file);
    return `${ino} ${mode} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A repository that git made has settings of its own; only those by which something would run are of interest. */
function isHarmless(file: string): boolean {
  try {
    return !RUNS_PROGRAM.test(readFileSync(file, 'utf8'));
  } catch {
    return true;
  }
}

/** How hooks and settings of these git folders stand now. */
export function gitStateOf(gitPaths: readonly string[]): GitState {
  const state = new Map<string, string>();
  const note = (file: string): void => {
    const text = stamp(file);
    if (text !== undefined) state.set(file, text);
  };
  for (const folder of gitPaths) {
    const hooks = join(folder, PROTECTED_IN_GIT.hooks);
    for (const name of namesIn(hooks)) if (!name.endsWith('.sample')) note(join(hooks, name));
    for (const name of PROTECTED_IN_GIT.files) note(join(folder, name));
  }
  return state;
}

/** Files that are new or changed since then and by which git would run something, sorted. */
export function changedGitFiles(before: GitState, root: string): readonly string[] {
  return [...gitStateOf(findGitPaths(root).paths)]
    .filter(([file, text]) => before.get(file) !== text)
    .map(([file]) => file)
    .filter((file) => !/[/\\]config(?:\.worktree)?$/.test(file) || !isHarmless(file))
    .sort();
}
