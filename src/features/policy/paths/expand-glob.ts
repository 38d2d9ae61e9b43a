import { matchesSegment } from '../rules/segment-glob.ts';
import { segmentsOf } from './segments.ts';

/** What lies in a folder; undefined: it cannot be read, so a glob finds nothing there. */
export type ListFolder = (folder: string) => readonly string[] | undefined;

/** So many names come out of one glob, and so many entries are compared, before it counts as too wide to look at. */
const MAX_MATCHES = 300;
const MAX_ENTRIES = 5_000;
/** Two parts with stars in one path are common, three are none that a person writes. */
const MAX_LEVELS = 2;

/** Names of files that a glob stands for now. */
export interface GlobMatches {
  readonly paths: readonly string[];
  /** False: it stands for more, or for what cannot be told. */
  readonly isWhole: boolean;
}

/** It may stand for anything. */
export const NOTHING_TOLD: GlobMatches = { paths: [], isWhole: false };

const isGlob = (name: string): boolean => /[*?[]/.test(name);

/** Classes by name, such as `[[:alpha:]]`, count as any letters: too much rather than too little. */
const plainClasses = (name: string): string =>
  /\[[!^]?\[[:.=]/.test(name) ? name.replace(/\[.*\]/, '*') : name;

const isMatch = (glob: string, name: string): boolean =>
  (!name.startsWith('.') || glob.startsWith('.')) && matchesSegment(glob, name);

/**
 * The files that bash puts in the place of this absolute path with `*`, `?` and `[…]` in it. `..` in it stays: behind a link
 * it leads elsewhere than the text says. Parts behind the last star need not exist.
 */
export function expandGlob(path: string, list: ListFolder): GlobMatches {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.filter(isGlob).length > MAX_LEVELS || names.includes('**')) return NOTHING_TOLD;
  let paths = [''];
  let seen = 0;
  for (const name of names) {
    if (!isGlob(name)) {
      paths = paths.map((folder) => `${folder}/${name}`);
      continue;
    }
    const glob = plainClasses(name);
    const next: string[] = [];
    for (const folder of paths) {
      const entries = list(folder === '' ? '/' : folder) ?? list(`/${segmentsOf(folder).join('/')}`) ?? [];
      seen += entries.length;
      if (seen > MAX_ENTRIES) return NOTHING_TOLD;
      for (const entry of entries) if (isMatch(glob, entry)) next.push(`${folder}/${entry}`);
      if (next.length > MAX_MATCHES) return NOTHING_TOLD;
    }
    paths = next;
  }
  return { paths, isWhole: true };
}
