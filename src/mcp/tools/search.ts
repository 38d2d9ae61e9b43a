import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { withoutSecrets } from '#core/text/redact-secrets.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import { wantsOnlyFacts } from '#features/knowledge/search/search-facts.ts';
import { ENTRY_KINDS, hitFilter, MEMORY } from '#features/knowledge/search/search-filter.ts';
import { OWN_READ } from '#features/policy/act.ts';
import { answerBytes, clamped, maxBytes, textList } from '../arguments.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';
import { lookWithin } from './search-look.ts';
import { laterLine, lostFields, lostOnce } from './search-lost.ts';
import { nothingFound, searchedText } from './search-nothing.ts';
import { MAX_QUERIES, paceNote, refusedSearch } from './search-pace.ts';
import { quotedQuestion, within } from './search-text.ts';

/** Hits per question: when nothing is given, and at most. */
const HITS = { fallback: 3, max: 20 };
/** An answer that may be no larger is for its hits alone. */
const NOTE_FROM_BYTES = 512;

const hasWords = (query: string): boolean => parseQuery(query).units.length > 0;

/** Nothing can be looked for: what would be. */
const noWords = (queries: readonly string[]): ToolResponse =>
  new ToolResponse()
    .text(
      `No word to look for in ${queries.map(quotedQuestion).join(', ')}. A question is made of words, "phrases" and -exclusions; sort: timeline without queries lists the newest entries.`,
    )
    .data({ hits: [], total: 0 });

export const search = defineTool({
  name: 'ctx_search',
  description:
    'Find passages in everything indexed or stored: files, texts, kept outputs. Give all questions at once; each gets its best passages with handle and lines.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    queries: textList(1, MAX_QUERIES).optional(),
    source: z.string().min(1).optional().describe('label, label* or #id'),
    kind: z.enum(ENTRY_KINDS).optional(),
    since: z.string().min(1).optional().describe('2h, 3d, ISO date'),
    sort: z.enum(['relevance', 'timeline']).optional().describe('timeline: newest first, queries optional'),
    limit: clamped(1, HITS.max).optional(),
    max_bytes: maxBytes,
  }),
  access: () => OWN_READ,
  async run(args, context, { caller }) {
    const given = (args.queries ?? []).map(withoutSecrets);
    const queries = given.filter(hasWords);
    const filter = hitFilter(args, context.nowMs());
    const isTimeline = args.sort === 'timeline' || (wantsOnlyFacts(filter) && queries.length === 0);
    if (given.length === 0 && !isTimeline)
      throw new AppError(
        'ARGUMENT_INVALID',
        'ctx_search: queries is missing; expected an array of questions (or sort: timeline, which needs none).',
      );
    if (queries.length === 0 && !isTimeline) return noWords(given);
    const pace = context.searchThrottle.next(caller);
    if (pace.kind === 'refused') return refusedSearch(pace);

    if (args.source === MEMORY) await context.takeInNotes();
    const limit = pace.kind === 'reduced' ? 1 : (args.limit ?? HITS.fallback);
    const asked = answerBytes(args.max_bytes);
    const note = asked < NOTE_FROM_BYTES ? '' : paceNote(pace);
    const budget = asked - (note === '' ? 0 : Buffer.byteLength(note) + 1);
    const { answers, text } = await lookWithin(
      { queries, filter, limit, maxBytes: budget, isTimeline },
      context,
      (answer) => nothingFound(answer, context),
    );
    const empty = answers.filter(({ total }) => total === 0);
    const unasked = empty.flatMap(({ query }) => (query === undefined ? [] : [query]));
    const searched = empty.length === 0 ? '' : await searchedText(unasked, args, filter, context);
    const wordless = given.filter((query) => !queries.includes(query));
    const rest =
      wordless.length === 0 ? '' : `No word to look for in ${wordless.map(quotedQuestion).join(', ')}.`;
    const later = context.knowledge.beingIndexed();
    const body = [text, searched, rest, laterLine(later)]
      .filter((part) => part !== '')
      .join(answers.length === 1 ? '\n' : '\n\n');

    const missing = [...new Set(answers.flatMap((answer) => answer.missing))];
    const taken = answers.flatMap(({ expansions }) => expansions.filter(({ terms }) => terms.length > 0));
    return new ToolResponse()
      .text(within(body, budget))
      .text(note)
      .data({
        hits: answers.flatMap(({ query, hits }) =>
          hits.map(({ fields }) => (answers.length === 1 ? fields : { query, ...fields })),
        ),
        total: answers.reduce((sum, answer) => sum + answer.total, 0),
        missing: missing.length === 0 ? undefined : missing,
        taken: taken.length === 0 ? undefined : taken,
        ...lostFields(lostOnce(answers)),
        being_indexed: later.length === 0 ? undefined : later.map(({ id }) => formatHandle(id)),
      });
  },
});
