import { formatCount } from '#core/units.ts';
import { type AskedFilter, describeFilter } from '#features/knowledge/search/search-filter.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import type { ToolContext } from '../context.ts';
import { type ShownAnswer, shortened, sourceName } from './search-hits.ts';
import { quotedQuestion } from './search-text.ts';

const RECENT_SOURCES = 5;
const FILTER_CHARS = 200;
/** A search does not look for more matches than about this. */
const MANY = 100;
/** Room for one passage per question, which is not shown; what is wanted is the number of matches. */
const COUNT_BYTES = 256;

const count = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;
const amounts = ({ sources, chunks }: { readonly sources: number; readonly chunks: number }): string =>
  `${count(sources, 'source')}, ${count(chunks, 'passage')}`;

/** One question that found nothing: it, and the terms of the index that come nearest. */
export function nothingFound({ query }: ShownAnswer, context: ToolContext): string {
  if (query === undefined) return 'No entry.';
  const near = context.knowledge.nearestWords(query);
  return `No match for ${quotedQuestion(query)}.${near.length > 0 ? ` Nearest terms: ${near.join(', ')}.` : ''}`;
}

/** What was searched, of what. */
function scopeLine(
  asked: AskedFilter,
  filters: string,
  filter: HitFilter,
  { knowledge }: ToolContext,
): string {
  const whole = amounts(knowledge.counts());
  if (filters === '') return `Searched: ${whole}.`;
  const part = asked.kind === 'event' ? 'events only' : amounts(knowledge.scope(filter));
  return `Searched: ${part} (${filters}); this project has ${whole}.`;
}

/** How many passages the filters hid; empty when there are none. */
async function hiddenLine(
  queries: readonly string[],
  filters: string,
  { knowledge }: ToolContext,
): Promise<string> {
  if (filters === '' || queries.length === 0) return '';
  const maxBytes = COUNT_BYTES * queries.length;
  const answers = await knowledge.search({ queries, filter: {}, limit: 1, maxBytes });
  const found = Math.max(0, ...answers.map(({ matched }) => matched));
  if (found === 0) return '';
  const more = found >= MANY ? ' or more' : '';
  return `Outside of ${filters}: ${formatCount(found)}${more} ${found === 1 ? 'match' : 'matches'}.`;
}

/** What was searched, what lies outside of the filters, and which sources there are: for the questions that found nothing. */
export async function searchedText(
  queries: readonly string[],
  asked: AskedFilter,
  filter: HitFilter,
  context: ToolContext,
): Promise<string> {
  const filters = shortened(describeFilter(asked), FILTER_CHARS);
  const recent = context.knowledge.recentSources(RECENT_SOURCES).map(sourceName);
  const lines = [
    scopeLine(asked, filters, filter, context),
    await hiddenLine(queries, filters, context),
    recent.length > 0 ? `Newest sources: ${recent.join('; ')}.` : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}
