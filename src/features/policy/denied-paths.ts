import type { PermissionPolicy, PermissionRule, PolicyPlace } from './policy.ts';
import { pathPattern } from './rules/path-pattern.ts';

type Place = Omit<PolicyPlace, 'cwd'>;

/** The one path that a rule is about, absolute; undefined for a pattern, and for a rule without a path. */
function pathOf(rule: PermissionRule, place: Place): string | undefined {
  const at = { ...place, cwd: place.projectRoot };
  const pattern = pathPattern(rule, at, { isAllow: false, platform: process.platform });
  if (pattern === undefined || pattern.isNegated) return undefined;
  const from = pattern.glob[0] === '**' ? 1 : 0;
  const to = pattern.glob.at(-1) === '**' ? -1 : undefined;
  const names = pattern.glob.slice(from, to);
  if (names.some((name) => /[*?[\]\\]/.test(name))) return undefined;
  return `/${[...pattern.base, ...names].join('/')}`;
}

const pathsOf = (tools: readonly string[], { deny }: PermissionPolicy, place: Place): readonly string[] =>
  deny.flatMap((rule) => (tools.includes(rule.tool) ? (pathOf(rule, place) ?? []) : []));

/**
 * Paths that deny rules name, for a sandbox that can forbid no patterns. Of a rule that holds at any depth the path in the
 * project's folder; of one with stars nothing.
 */
export const deniedPaths = (policy: PermissionPolicy, place: Place) => ({
  read: pathsOf(['Read'], policy, place),
  // What may not be read may not be written either.
  write: pathsOf(['Read', 'Edit'], policy, place),
});
