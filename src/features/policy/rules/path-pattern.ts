import { foldPath, segmentsOf, toSlashes } from '../paths/segments.ts';
import type { PermissionRule, PolicyPlace } from '../policy.ts';
import { matchesSegment, segmentsMeet } from './segment-glob.ts';

/** A path rule with its beginning resolved. */
export interface PathPattern {
  /** The folder it is meant from, as names. */
  readonly base: readonly string[];
  readonly glob: readonly string[];
  /** It takes paths away instead: `!x`. */
  readonly isNegated: boolean;
}

/**
 * The pattern of a Read or Edit rule; undefined without a specifier, which is about every path. `//` is the file system,
 * `~/` the home, `/` the folder of the rule's file, all else the folder of the call. As in a .gitignore a pattern without
 * a slash holds at any depth. `dir/**` holds at any depth where it forbids, and only beside the call where it allows.
 */
export function pathPattern(
  { specifier, source }: PermissionRule,
  { cwd, home }: PolicyPlace,
  use: { readonly isAllow: boolean; readonly platform: NodeJS.Platform },
): PathPattern | undefined {
  if (specifier === undefined) return undefined;
  const isNegated = specifier.startsWith('!');
  const written = toSlashes(isNegated ? specifier.slice(1) : specifier, use.platform);
  const of = (folder: string, rest: string, isAnchored: boolean): PathPattern => {
    const up = /^(?:\.\.?\/)*/.exec(rest)?.[0] ?? '';
    const base = segmentsOf(foldPath(toSlashes(`${folder}/${up}`, use.platform), use.platform));
    const names = segmentsOf(foldPath(rest.slice(up.length), use.platform));
    const isAnyDepth = !isAnchored && (names.length === 1 || (!use.isAllow && isFolderOnly(names)));
    return { base, glob: isAnyDepth ? ['**', ...names] : names, isNegated };
  };
  if (written.startsWith('//')) return of('/', written.slice(2), true);
  if (written === '~' || written.startsWith('~/')) return of(home, written.slice(1), true);
  if (written.startsWith('/')) return of(source.anchor, written.slice(1), true);
  return of(cwd, written, use.isAllow && written.startsWith('./'));
}

const isFolderOnly = (names: readonly string[]): boolean =>
  names.length === 2 && names[1] === '**' && names[0] !== '**';

/** Whether the path, as names, or a folder that it lies in, has the form. */
export function matchesPath({ base, glob }: PathPattern, path: readonly string[]): boolean {
  if (path.length < base.length || base.some((name, i) => name !== path[i])) return false;
  return matchesFrom(glob, 0, path, base.length);
}

function matchesFrom(glob: readonly string[], g: number, path: readonly string[], p: number): boolean {
  // What a pattern holds for a folder holds for all in it; `dir/**` is about what is in it only.
  if (g === glob.length) return true;
  const name = glob[g] ?? '';
  if (name === '**') {
    if (g === glob.length - 1) return p < path.length || glob.length === 1;
    for (let from = p; from <= path.length; from += 1) {
      if (matchesFrom(glob, g + 1, path, from)) return true;
      // In a path as written, `..` leads out of what the stars stand for.
      if (path[from] === '..') return false;
    }
    return false;
  }
  return p < path.length && matchesSegment(name, path[p] ?? '') && matchesFrom(glob, g + 1, path, p + 1);
}

/** Whether a path that is itself a glob of the shell could be one that the rule is about. */
export function couldMatchPath({ base, glob }: PathPattern, path: readonly string[]): boolean {
  return meetFrom([...base, ...glob], 0, path, 0);
}

function meetFrom(rule: readonly string[], r: number, path: readonly string[], p: number): boolean {
  if (r === rule.length) return true;
  const name = rule[r] ?? '';
  if (name === '**') {
    if (r === rule.length - 1) return p < path.length;
    for (let from = p; from <= path.length; from += 1) if (meetFrom(rule, r + 1, path, from)) return true;
    return false;
  }
  if (p >= path.length) return false;
  const word = path[p] ?? '';
  // A glob of the shell does not match names that begin with a dot, unless it begins with one.
  if (name.startsWith('.') && /^[*?[]/.test(word)) return false;
  return segmentsMeet(name, word) && meetFrom(rule, r + 1, path, p + 1);
}

/** Whether the rule could be about something below this folder. */
export function reachesBelow({ base, glob }: PathPattern, folder: readonly string[]): boolean {
  const fixed = [...base];
  for (const name of glob) {
    if (/[*?[\\]/.test(name)) break;
    fixed.push(name);
  }
  const shared = Math.min(fixed.length, folder.length);
  return fixed.slice(0, shared).every((name, i) => name === folder[i]);
}
