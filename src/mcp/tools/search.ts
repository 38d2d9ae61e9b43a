import { z } from 'zod';
import { formatHandle, parseHandle } from '#core/ids.ts';
import { formatCount } from '#core/units.ts';
import type { FoundPassage, QueryAnswer } from '#features/knowledge/search-passages.ts';
import type { HitFilter } from '#storage/knowledge-store.ts';
import { answerBytes, integer, maxBytes, textList } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

/** `#12` names one source, `docs/*` many, anything else exactly the label. */
function sourceFilter(source: string | undefined): HitFilter {
  if (source === undefined) return {};
  const id = /^#\d+$/.test(source) ? parseHandle(source) : undefined;
  if (id !== undefined) return { sourceId: id };
  return source.includes('*') ? { labelPattern: source } : { label: source };
}

/** The label of an output is its command, which can be long. */
const LABEL_CHARS = 60;
const shortLabel = (label: string): string =>
  label.length > LABEL_CHARS ? `${label.slice(0, LABEL_CHARS)}…` : label;

const place = ({ hit, firstLine, lastLine }: FoundPassage): string =>
  `${formatHandle(hit.source.id)} ${shortLabel(hit.source.label)}${hit.title === '' ? '' : ` › ${hit.title}`}, lines ${firstLine}-${lastLine}`;

const passageText = (passage: FoundPassage): string =>
  `${place(passage)}${passage.isChanged ? ' (the file changed since it was indexed)' : ''}\n${passage.text}`;

/** No hit: what was searched, and what there is. */
function nothingFound(query: string, context: ToolContext): string {
  const { sources, chunks } = context.knowledge.counts();
  const recent = context.knowledge
    .recentSources(5)
    .map((s) => `${formatHandle(s.id)} ${shortLabel(s.label)}`);
  const searched = `${formatCount(sources)} sources, ${formatCount(chunks)} passages`;
  return `No passage matches "${query}" (${searched} searched).${recent.length > 0 ? ` Newest sources: ${recent.join('; ')}.` : ''}`;
}

function answerText(answer: QueryAnswer, isOnly: boolean, context: ToolContext): string {
  const body =
    answer.passages.length === 0
      ? answer.matched > 0
        ? 'Its passages are shown above, or did not fit; raise max_bytes.'
        : nothingFound(answer.query, context)
      : answer.passages.map(passageText).join('\n\n');
  return isOnly ? body : `## ${answer.query}\n${body}`;
}

export const search = defineTool({
  name: 'ctx_search',
  description:
    'Find passages in everything indexed or stored: files, texts, kept outputs. Give all questions at once; each gets its best passages with handle and lines.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    queries: textList(1, 20),
    source: z.string().min(1).optional().describe('label, label* or #id'),
    kind: z.enum(['doc', 'code', 'output']).optional(),
    limit: integer(1, 20).optional(),
    max_bytes: maxBytes,
  }),
  async run(args, context) {
    const answers = await context.knowledge.search({
      queries: args.queries,
      filter: { ...sourceFilter(args.source), kind: args.kind },
      limit: args.limit ?? 3,
      maxBytes: answerBytes(args.max_bytes),
    });
    const response = new ToolResponse();
    response.text(answers.map((answer) => answerText(answer, answers.length === 1, context)).join('\n\n'));
    const hits = answers.flatMap((answer) =>
      answer.passages.map(({ hit, text, firstLine, lastLine }) => ({
        id: formatHandle(hit.source.id),
        source: hit.source.label,
        title: hit.title,
        lines: `${firstLine}-${lastLine}`,
        score: Math.round(hit.score * 1000) / 1000,
        text,
      })),
    );
    return response.data({ hits, total: answers.reduce((sum, answer) => sum + answer.matched, 0) });
  },
});
