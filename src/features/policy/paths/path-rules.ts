import type { JudgeContext } from '../judge-context.ts';
import type { PermissionRule } from '../policy.ts';
import {
  couldMatchPath,
  matchesPath,
  type PathPattern,
  pathPattern,
  reachesBelow,
} from '../rules/path-pattern.ts';
import { foldPath, joinPath, segmentsOf, toSlashes } from './segments.ts';

/** One file in every way it can be called: as names below the root. Never empty. */
export interface PathForms {
  /** As written, made absolute, with `..` taken back. */
  readonly normal: readonly string[];
  /** Where its links lead; the normal form when nothing lies there. */
  readonly real: readonly string[];
  /** With its `..` in it, when it has any. */
  readonly raw: readonly string[] | undefined;
}

/** All forms of a path that is written as seen from a folder; `~` is not expanded. */
export const pathForms = (path: string, folder: string, context: JudgeContext): PathForms =>
  context.remember(`${folder}\0${path}`, () => findForms(path, folder, context));

function findForms(path: string, folder: string, context: JudgeContext): PathForms {
  const { platform } = context;
  const whole = withoutProc(joinPath(folder, path, platform), folder);
  const slashed = foldPath(toSlashes(whole, platform), platform);
  const normal = segmentsOf(slashed);
  const real = realForm(whole, context);
  const hasDots = slashed.includes('..') && /(?:^|\/)\.\.(?:\/|$)/.test(slashed);
  return {
    normal,
    real: real === undefined ? normal : segmentsOf(foldPath(toSlashes(real, platform), platform)),
    raw: hasDots ? slashed.split('/').filter((name) => name !== '' && name !== '.') : undefined,
  };
}

/** By name, number, or a number that shows when it runs (`$$`); also of one of its threads. */
const OWN_PROCESS =
  /^\/proc\/+(?:self|thread-self|\d+|[^/]*\$[^/]*)(?:\/+task\/+[^/]+)?\/+(root|cwd)(?=\/|$)/;

/** Linux shows the root and the working folder of a process once more below `/proc`. */
export const withoutProc = (path: string, folder: string): string =>
  path.startsWith('/proc/') ? path.replace(OWN_PROCESS, (_, at) => (at === 'cwd' ? folder : '')) : path;

/** Where links lead; of a file that is not there yet, where its nearest folder lies. */
function realForm(whole: string, { realPath, platform }: JudgeContext): string | undefined {
  if (realPath === undefined) return undefined;
  const real = realPath(whole);
  if (real !== undefined) return real;
  const names = [...segmentsOf(toSlashes(whole, platform))];
  // With all of its names first: a folder in front of a `..` may be made by what runs before.
  for (let rest = names.length; rest > 0; rest -= 1) {
    const folder = realPath(`/${names.slice(0, rest).join('/')}`);
    if (folder !== undefined) return [folder, ...names.slice(rest)].join('/');
  }
  return undefined;
}

const isAbout = (rule: PermissionRule, tools: readonly string[]): boolean => tools.includes(rule.tool);

/** The first rule that forbids, or asks about, any form of this path. */
export function strictPathRule(
  rules: readonly PermissionRule[],
  tools: readonly string[],
  forms: PathForms,
  context: JudgeContext,
): PermissionRule | undefined {
  const paths = [forms.normal, forms.real, ...(forms.raw === undefined ? [] : [forms.raw])];
  return rules.find((rule) => {
    if (!isAbout(rule, tools)) return false;
    return patternsOf(rule, context).some(
      (pattern) => !pattern.isNegated && paths.some((path) => matchesPath(pattern, path)),
    );
  });
}

/** The pattern, and where the folder that it is meant from is reached by a link, the same from the folder itself. */
const patternsOf = (rule: PermissionRule, context: JudgeContext): readonly PathPattern[] =>
  context.remember(rule, () => findPatterns(rule, context));

const EVERY_PATH: PathPattern = { base: [], glob: ['**'], isNegated: false };

function findPatterns(
  rule: PermissionRule,
  { platform, place, realPath }: JudgeContext,
): readonly PathPattern[] {
  // Where a call begins is the model's choice: a rule keeps its meaning in the project's folder, and has it there, too.
  const folders = new Set([place.projectRoot, place.cwd]);
  return [...folders].flatMap((cwd) => {
    const pattern = pathPattern(rule, { ...place, cwd }, { isAllow: false, platform });
    if (pattern === undefined) return [EVERY_PATH];
    const base = `/${pattern.base.join('/')}`;
    const real = realPath?.(base);
    if (real === undefined || real === base) return [pattern];
    return [pattern, { ...pattern, base: segmentsOf(foldPath(toSlashes(real, platform), platform)) }];
  });
}

/** The first rule that allows this one form of a path, unless a `!` rule takes it away. */
export function allowingPathRule(
  rules: readonly PermissionRule[],
  tools: readonly string[],
  path: readonly string[],
  { place, platform }: JudgeContext,
): PermissionRule | undefined {
  const matches = (rule: PermissionRule, isNegated: boolean): boolean => {
    if (!isAbout(rule, tools)) return false;
    const pattern = pathPattern(rule, { ...place, cwd: place.projectRoot }, { isAllow: true, platform });
    if (pattern === undefined) return !isNegated;
    return pattern.isNegated === isNegated && matchesPath(pattern, path);
  };
  if (rules.some((rule) => matches(rule, true))) return undefined;
  return rules.find((rule) => matches(rule, false));
}

/** The first rule that could be about one of the files that a glob of the shell stands for. */
export function possiblePathRule(
  rules: readonly PermissionRule[],
  tools: readonly string[],
  glob: readonly string[],
  context: JudgeContext,
): PermissionRule | undefined {
  return rules.find(
    (rule) =>
      isAbout(rule, tools) && patternsOf(rule, context).some((pattern) => couldMatchPath(pattern, glob)),
  );
}

/** The first rule that could be about a file below this folder. */
export function rulesBelow(
  rules: readonly PermissionRule[],
  tools: readonly string[],
  folder: readonly string[],
  context: JudgeContext,
): PermissionRule | undefined {
  return rules.find(
    (rule) =>
      isAbout(rule, tools) && patternsOf(rule, context).some((pattern) => reachesBelow(pattern, folder)),
  );
}
