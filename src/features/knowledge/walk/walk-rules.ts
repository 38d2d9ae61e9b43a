import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** A larger ignore file is no ignore file. */
const RULES_LIMIT_BYTES = 1024 * 1024;
/** As git does by default on these systems (core.ignorecase). */
const OPTIONS = { ignorecase: process.platform === 'darwin' || process.platform === 'win32' };

/** Rules that hold below one folder. */
interface Level {
  /** The folder, from the top of the walk: empty, or with a slash at the end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** Rules that hold in one folder, the weakest first: those of a deeper folder come after, and win. */
export type Levels = readonly Level[];

/** Patterns in the syntax of `.gitignore`; undefined when there are none. */
export const patterns = (list: readonly string[]): Ignore | undefined =>
  list.length === 0 ? undefined : ignore(OPTIONS).add(list);

/** The text of a rules file; undefined when there is none, or it is no small regular file. */
function rulesText(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > RULES_LIMIT_BYTES) return undefined;
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function withFile(levels: Levels, file: string, base: string): Levels {
  const text = rulesText(file);
  return text === undefined ? levels : [...levels, { base, rules: ignore(OPTIONS).add(text) }];
}

/** The levels of a repository's top folder: what its git folder excludes; nothing of what holds around the repository. */
export const repositoryLevels = (gitDir: string, base: string): Levels =>
  withFile([], join(gitDir, 'info', 'exclude'), base);

/** The levels inside a folder: those around it, and its own `.gitignore`. */
export const enterFolder = (levels: Levels, folder: string, base: string): Levels =>
  withFile(levels, join(folder, '.gitignore'), base);

export type Ruling = 'ignored' | 'included' | undefined;

/** What the rules say of a path from the top of the walk (a folder's ends with a slash): the last rule that fits wins. */
export function ruling(levels: Levels, path: string): Ruling {
  for (let i = levels.length - 1; i >= 0; i -= 1) {
    const level = levels[i];
    if (level === undefined) continue;
    const { ignored, unignored } = level.rules.test(path.slice(level.base.length));
    if (ignored) return 'ignored';
    if (unignored) return 'included';
  }
  return undefined;
}

const literal = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&');

/**
 * The levels for a folder that a stronger rule included again: a weaker level that still ignores it would ignore
 * everything below, which git does not do.
 */
export function includeFolder(levels: Levels, path: string): Levels {
  return levels.map((level) => {
    const own = path.slice(level.base.length);
    if (!level.rules.test(own).ignored) return level;
    return {
      base: level.base,
      rules: ignore(OPTIONS)
        .add(level.rules)
        .add(`!/${literal(own)}`),
    };
  });
}
