import { alignRows } from '../measure/format-figures.ts';
import type { Scores, Share } from './scores.ts';

const PERCENT = 100;
const NONE: Share = [0, 0];

const shown = ([hits, of]: Share): string =>
  of === 0 ? '-' : `${((PERCENT * hits) / of).toFixed(1)} % (${hits} of ${of})`;
const counted = ([hits, of]: Share): string => `${hits} of ${of}`;

const mean = (sizes: readonly number[]): number =>
  Math.round(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length));

type Part = 'probes' | 'reachable' | 'violations' | 'counts';

/** Figures of some runs side by side, a column for each. */
export function tableOf(
  columns: readonly { readonly title: string; readonly scores: Scores }[],
  isSearched: boolean,
): string {
  const names = (part: Part): readonly string[] =>
    [...new Set(columns.flatMap(({ scores }) => [...scores[part].keys()]))].sort();
  const rows = (
    part: Part,
    prefix: string,
    print: (share: Share) => string,
  ): readonly (readonly string[])[] =>
    names(part).map((name) => [
      prefix + name,
      ...columns.map(({ scores }) => print(scores[part].get(name) ?? NONE)),
    ]);
  return alignRows([
    ['', ...columns.map(({ title }) => title)],
    ...rows('probes', '', shown),
    ...(isSearched ? rows('reachable', 'with one search: ', shown) : []),
    ...rows('counts', '', counted),
    ...rows('violations', 'violation ', counted),
    ['of other sessions', ...columns.map(({ scores }) => `${scores.leaks}`)],
    [
      'bytes, mean / most',
      ...columns.map(({ scores }) => `${mean(scores.sizes)} / ${Math.max(0, ...scores.sizes)}`),
    ],
  ]);
}
