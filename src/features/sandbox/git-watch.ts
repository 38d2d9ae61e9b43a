import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findGitPaths } from './git-folders.ts';
import { isWithin } from './profile.ts';
import { PROTECTED_IN_GIT } from './protected-paths.ts';

/** What git would run or read its settings from, by path; the text changes when the file does. */
type GitState = ReadonlyMap<string, string>;

/** One look at them. */
export interface GitLook {
  readonly state: GitState;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

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
export const lookAtGit = (gitPaths: readonly string[]): GitLook => ({
  atMs: Date.now(),
  state: gitStateOf(gitPaths),
});

function gitStateOf(gitPaths: readonly string[]): GitState {
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

/** Clocks of file systems go in ticks; a file of the tick before counts as made by the run. */
const TICK_MS = 20;

/**
 * Whether this file was made or changed since then, or a folder it lies in was moved: that shows in the folder's time of
 * change alone, where a new entry of the folder shows in both of its times.
 */
function touchedSince(file: string, root: string, sinceMs: number): boolean {
  const isNew = (ms: number): boolean => ms >= sinceMs - TICK_MS;
  if (isNew(statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0)) return true;
  for (let folder = dirname(file); folder !== root && isWithin(folder, root); folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && isNew(stat.ctimeMs) && stat.mtimeMs < stat.ctimeMs) return true;
  }
  return false;
}

/**
 * Files that are new or changed since the look at `atMs` and by which git would run something, sorted. The look before
 * may have ended early, in a large project or on a busy machine: what it has not seen counts only when the disk says that
 * it was touched since.
 */
export function changedGitFiles({ state, atMs }: GitLook, root: string): readonly string[] {
  return [...gitStateOf(findGitPaths(root).paths)]
    .filter(([file, text]) => {
      const before = state.get(file);
      return before === undefined ? touchedSince(file, root, atMs) : before !== text;
    })
    .map(([file]) => file)
    .filter((file) => !/[/\\]config(?:\.worktree)?$/.test(file) || !isHarmless(file))
    .sort();
}
