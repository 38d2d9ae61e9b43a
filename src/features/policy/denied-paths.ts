import type { PermissionPolicy, PermissionRule, PolicyPlace } from './policy.ts';
import { type PathPattern, pathPattern } from './rules/path-pattern.ts';
import { expandBraces } from './shell/braces.ts';

export type DeniedPlace = Omit<PolicyPlace, 'cwd'>;

/** Files that may not be written, or not even read, by the form of their path. */
export interface DeniedPattern {
  readonly act: 'read' | 'write';
  readonly pattern: PathPattern;
  /** As the user wrote it. */
  readonly text: string;
}

/** What is denied, for a sandbox that can forbid nothing but paths that are there. */
export interface Denied {
  /** Absolute; there or not. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** What has to be looked for on the disk. */
  readonly patterns: readonly DeniedPattern[];
}

const isGlob = (name: string): boolean => /[*?[\]\\]/.test(name);

/** `dir/**` is about all that is in it: the folder itself is what can be hidden. */
function ofWhole(pattern: PathPattern): PathPattern {
  const { glob } = pattern;
  return glob.length > 1 && glob.at(-1) === '**' ? { ...pattern, glob: glob.slice(0, -1) } : pattern;
}

/** The pattern of a deny rule, from the project's folder; undefined for a rule without a path. */
function patternOf(rule: PermissionRule, place: DeniedPlace): PathPattern | undefined {
  const at = { ...place, cwd: place.projectRoot };
  const pattern = pathPattern(rule, at, { isAllow: false, platform: process.platform });
  return pattern === undefined || pattern.isNegated ? undefined : ofWhole(pattern);
}

/** The one path that a pattern is about; of one that holds at any depth the path in its folder. */
function pathOf({ base, glob }: PathPattern): string | undefined {
  const names = glob[0] === '**' ? glob.slice(1) : glob;
  return names.some(isGlob) ? undefined : `/${[...base, ...names].join('/')}`;
}

/** Patterns in the host's own lists, which are absolute; plain paths among them are for the sandbox itself. */
const listPatterns = (list: readonly string[], act: DeniedPattern['act']): readonly DeniedPattern[] =>
  list
    .filter((text) => /[*?[\]{}]/.test(text.replace(/(?:\/\*\*?)+$/, '')))
    .flatMap((text) =>
      (expandBraces(text) ?? [text]).map((path) => {
        const glob = path.split('/').filter((name) => name !== '');
        return { act, text, pattern: ofWhole({ base: [], glob, isNegated: false }) };
      }),
    );

/** What deny rules and the host's lists forbid. What may not be read may not be written either. */
export function deniedPaths({ deny, sandbox }: PermissionPolicy, place: DeniedPlace): Denied {
  const read: string[] = [];
  const write: string[] = [];
  const patterns: DeniedPattern[] = [];
  for (const rule of deny) {
    if (rule.tool !== 'Read' && rule.tool !== 'Edit') continue;
    const pattern = patternOf(rule, place);
    if (pattern === undefined) continue;
    const act = rule.tool === 'Read' ? 'read' : 'write';
    const path = pathOf(pattern);
    if (path !== undefined) {
      write.push(path);
      if (act === 'read') read.push(path);
    }
    if (path === undefined || pattern.glob[0] === '**') patterns.push({ act, pattern, text: rule.text });
  }
  patterns.push(...listPatterns(sandbox.denyRead, 'read'), ...listPatterns(sandbox.denyWrite, 'write'));
  return { read, write, patterns };
}
