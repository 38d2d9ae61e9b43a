import type { Deadline } from '#core/deadline.ts';
import { toAppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { formatCount } from '#core/units.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import type { ToolContext } from '../context.ts';
import type { ShownAnswer } from './search-hits.ts';
import { lookWithin } from './search-look.ts';
import { laterLine } from './search-lost.ts';
import { quotedQuestion, within } from './search-text.ts';

/** Passages per question. */
const LIMIT = 3;
/** What is wanted of the store is the number of matches; this is room for one passage of each question. */
const COUNT_BYTES = 256;

const LATER = 'ctx_search(queries, source) later.';

/** What is searched, as the answer calls it. */
type SearchedTexts = 'outputs' | 'pages';

interface AnswerOptions {
  readonly maxBytes: number;
  readonly what: SearchedTexts;
}

export interface BatchAnswers {
  readonly text: string;
  readonly hits: readonly Readonly<Record<string, unknown>>[];
}

/** Matches in the whole store for questions that this batch does not answer. */
async function storeMatches(
  answers: readonly ShownAnswer[],
  { knowledge }: ToolContext,
): Promise<ReadonlyMap<string, number>> {
  const queries = answers.flatMap(({ query, total }) => (query !== undefined && total === 0 ? [query] : []));
  if (queries.length === 0) return new Map();
  const maxBytes = COUNT_BYTES * queries.length;
  const found = await knowledge.search({ queries, filter: {}, limit: 1, maxBytes });
  return new Map(found.map(({ query, matched }) => [query, matched]));
}

/** One line for a question without a match here. */
function nothingHere(query: string, inStore: number | undefined, what: SearchedTexts): string {
  const question = quotedQuestion(query);
  if (inStore === undefined || inStore === 0)
    return `No match for ${question} in these ${what}, nor in the store.`;
  const matches = inStore === 1 ? 'match' : 'matches';
  return `No match for ${question} in these ${what}; the store has ${formatCount(inStore)} ${matches}: ctx_search(queries: [${question}]).`;
}

async function answer(
  queries: readonly string[],
  ids: readonly number[],
  { maxBytes, what }: AnswerOptions,
  context: ToolContext,
): Promise<BatchAnswers> {
  const asked = {
    queries,
    filter: { sourceIds: ids },
    limit: LIMIT,
    maxBytes,
    isTimeline: false,
    isFenced: what === 'pages',
  };
  let inStore: ReadonlyMap<string, number> = new Map();
  const nothing = ({ query = '' }: ShownAnswer): string => nothingHere(query, inStore.get(query), what);
  const first = await lookWithin(asked, context, nothing);
  inStore = await storeMatches(first.answers, context);
  const { answers, text } = inStore.size === 0 ? first : await lookWithin(asked, context, nothing);
  const isOnly = answers.length === 1;
  const headed = isOnly ? `## ${quotedQuestion(answers[0]?.query ?? '')}\n${text}` : text;
  const hits = answers.flatMap(({ query, hits: found }) => found.map(({ fields }) => ({ query, ...fields })));
  return { text: within(headed, maxBytes), hits };
}

/** The same; a store that cannot be asked is no reason to lose what ran. */
async function answerIfPossible(
  queries: readonly string[],
  ids: readonly number[],
  options: AnswerOptions,
  context: ToolContext,
): Promise<BatchAnswers> {
  const { knowledge } = context;
  const isMeant = ({ id }: { readonly id: number }): boolean => ids.includes(id);
  try {
    const waiting = knowledge.waiting().filter(isMeant);
    if (waiting.length > 0 && waiting.length === ids.length) {
      const names = waiting.map(({ id }) => formatHandle(id)).join(', ');
      return { text: `Not searched: the store could not take ${names} yet. ${LATER}`, hits: [] };
    }
    const { text, hits } = await answer(queries, ids, options, context);
    const later = laterLine(knowledge.beingIndexed().filter(isMeant));
    return { text: later === '' ? text : within(`${later}\n${text}`, options.maxBytes), hits };
  } catch (thrown) {
    return { text: `Not searched: ${toAppError(thrown).message}`, hits: [] };
  }
}

/**
 * The best passages of these texts for each question, in the budget, as far as they can be had before the deadline:
 * texts are searched once they are indexed.
 */
export async function answerFromBatch(
  given: readonly string[],
  ids: readonly number[],
  options: AnswerOptions & { readonly deadline: Deadline },
  context: ToolContext,
): Promise<BatchAnswers> {
  const queries = given.filter((query) => parseQuery(query).units.length > 0);
  if (queries.length === 0) {
    const quoted = given.map(quotedQuestion).join(', ');
    return { text: `No word to look for in ${quoted}.`, hits: [] };
  }
  const answers = await options.deadline.wait(answerIfPossible(queries, ids, options, context));
  if (answers !== undefined) return answers;
  const text = `Not searched: the time was over before the ${options.what} were indexed. ${LATER}`;
  return { text, hits: [] };
}
