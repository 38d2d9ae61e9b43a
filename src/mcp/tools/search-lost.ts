import { formatHandle } from '#core/ids.ts';
import { formatBytes } from '#core/units.ts';
import type { LostSource } from '#features/knowledge/search/search-passages.ts';
import type { Source } from '#storage/source.ts';
import { STATES, sourceName } from './search-hits.ts';

/** Files named in a text; the fields name all of them. */
const MAX_NAMED = 5;

/** Sources with matches that could not be shown, each once. */
export function lostOnce(
  answers: readonly { readonly lost: readonly LostSource[] }[],
): readonly LostSource[] {
  return [...new Map(answers.flatMap(({ lost }) => lost).map((one) => [one.source.id, one])).values()];
}

/** Which indexed files have matches that cannot be shown, in one line; empty when there are none. */
export function lostLine(lost: readonly LostSource[]): string {
  if (lost.length === 0) return '';
  const named = lost
    .slice(0, MAX_NAMED)
    .map(({ source, state }) => `${sourceName(source)}${STATES[state === 'gone' ? 'gone' : 'changed']}`);
  const more = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : '';
  return `Matches not shown: ${named.join(', ')}${more}.`;
}

/** Which stored originals cannot be found yet, in one line; empty when there are none. */
export function laterLine(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  const named = sources
    .slice(0, MAX_NAMED)
    .map(({ id, bytes }) => `${formatHandle(id)} (${formatBytes(bytes)})`);
  const more = sources.length > MAX_NAMED ? ` and ${sources.length - MAX_NAMED} more` : '';
  return `Not searched yet, still being indexed: ${named.join(', ')}${more}.`;
}

/** The same for programs: which files are gone, and which are shorter than when they were indexed. */
export function lostFields(lost: readonly LostSource[]) {
  const of = (isGone: boolean) => {
    const some = lost.filter(({ state }) => (state === 'gone') === isGone);
    const list = some.map(({ source }) => ({ id: formatHandle(source.id), source: source.label }));
    return list.length === 0 ? undefined : list;
  };
  return { gone: of(true), changed: of(false) };
}
