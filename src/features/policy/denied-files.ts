import { FolderWalk } from '#infra/folder-walk.ts';
import { statPath } from '#infra/stat-path.ts';
import { type DeniedPattern, type DeniedPlace, deniedPaths } from './denied-paths.ts';
import { isWithin } from './paths/segments.ts';
import type { PermissionPolicy } from './policy.ts';
import { matchesPath, reachesBelow } from './rules/path-pattern.ts';

/** Each becomes a mount, at a fifth of a millisecond; two hundred files by one pattern are no secrets any more. */
const MAX_FOUND = 200;
/** Full of folders that a program filled; who keeps secrets there names the folder. */
const PASSED: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', 'venv', '__pycache__']);

/** What is there of what deny rules forbid, as far as it was looked for. Paths absolute, links in them. */
export interface DeniedFiles {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** What was not looked at, in words, because of a limit; empty when everything was. */
  readonly gaps: readonly string[];
  /** Names of folders that were passed by, as they always are. */
  readonly passed: readonly string[];
}

const namesOf = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');

/** The folder below which all lies that a pattern can be about. */
function startOf({ pattern: { base, glob } }: DeniedPattern): string {
  const end = glob.findIndex((name) => /[*?[\]\\]/.test(name));
  return `/${[...base, ...(end < 0 ? glob : glob.slice(0, end))].join('/')}`;
}

/**
 * Looks for the files that deny rules forbid by pattern. `shown`: folders that confined code sees beside the system's. A
 * pattern that begins above all of them is looked for in them only. Without patterns the disk is left alone but for the
 * paths that rules name.
 */
export async function findDenied(
  policy: PermissionPolicy,
  place: DeniedPlace,
  shown: readonly string[],
): Promise<DeniedFiles> {
  const denied = deniedPaths(policy, place);
  const isThere = (path: string): boolean => statPath(path) !== undefined;
  const read = new Set(denied.read.filter(isThere));
  const write = new Set(denied.write.filter(isThere));
  const gaps: string[] = [];
  const passed = new Set<string>();
  if (denied.patterns.length === 0) return { read: [...read], write: [...write], gaps, passed: [] };

  const starts = new Set<string>();
  for (const one of denied.patterns) {
    const start = startOf(one);
    const inside = shown.filter((folder) => folder !== start && isWithin(folder, start));
    for (const folder of inside.length === 0 ? [start] : inside) starts.add(folder);
    if (inside.length > 0) gaps.push(`${one.text} only in the folders of the project`);
  }
  const known = read.size + write.size;
  const walk = new FolderWalk((path, isFolder) => {
    const names = namesOf(path);
    const hits = denied.patterns.filter(({ pattern }) => matchesPath(pattern, names));
    for (const { act } of hits) (act === 'read' ? read : write).add(path);
    if (read.size + write.size - known >= MAX_FOUND) return 'end';
    if (!isFolder || hits.some(({ act }) => act === 'read')) return 'pass';
    if (!denied.patterns.some(({ pattern }) => reachesBelow(pattern, names))) return 'pass';
    const name = names.at(-1) ?? '';
    if (!PASSED.has(name)) return 'enter';
    passed.add(name);
    return 'pass';
  });
  const tops = [...starts].filter(
    (one) => ![...starts].some((other) => other !== one && isWithin(one, other)),
  );
  const ending = await walk.run(tops);
  if (ending === 'ended') gaps.push(`only for the first ${MAX_FOUND} files found`);
  if (ending === 'limit') gaps.push(`only in the first ${walk.folders} folders`);
  return { read: [...read], write: [...write], gaps: [...new Set(gaps)], passed: [...passed] };
}
