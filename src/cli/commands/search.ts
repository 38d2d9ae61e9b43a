import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { ENTRY_KINDS, type EntryKind, hitFilter } from '#features/knowledge/search/search-filter.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

/** A terminal can take more than a context window. */
const ANSWER_BYTES = 32_768;
/** An event is found where the agent asks; here it would need the spool of all sessions. */
const KINDS = ENTRY_KINDS.filter((kind) => kind !== 'event');

function kindOf(text: string | undefined): EntryKind | undefined {
  const kind = KINDS.find((known) => known === text);
  if (text !== undefined && kind === undefined)
    throw new AppError('ARGUMENT_INVALID', `--kind is "${text}"; accepted: ${KINDS.join(', ')}.`);
  return kind;
}

export const search: Command = {
  name: 'search',
  summary: 'find passages in what is indexed and stored',
  usage: `plimsoll search QUESTION... [--source LABEL] [--kind KIND] [--since TIME] [--limit N] [--json]
  --source   only this source: its label, a label with * for any text, or a handle such as "#12"
  --kind     doc, code or output
  --since    not older: 30m, 2h, 3d, 1w, or a date
  --limit    passages per question (3)
  --json     one JSON object
Exit code 1 when nothing was found.`,
  async run({ args, out, knowledge }) {
    const text = { type: 'string' } as const;
    const options = parseOptions(args, {
      json: { type: 'boolean' },
      limit: text,
      source: text,
      kind: text,
      since: text,
    });
    if (options.positionals.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'search needs at least one question.');
    const asked = {
      source: options.value('source'),
      kind: kindOf(options.value('kind')),
      since: options.value('since'),
    };
    const answers = await knowledge().search({
      queries: options.positionals,
      filter: hitFilter(asked, Date.now()),
      limit: options.number('limit', 3),
      maxBytes: ANSWER_BYTES,
    });
    const hits = answers.flatMap(({ query, passages }) =>
      passages.map(({ hit, text: passage, firstLine, lastLine, isChanged, score }) => ({
        query,
        id: formatHandle(hit.source.id),
        source: hit.source.label,
        title: hit.title,
        lines: `${firstLine}-${lastLine}`,
        score,
        ...(isChanged ? { changed: true } : {}),
        text: passage,
      })),
    );
    if (options.flag('json')) out(JSON.stringify({ hits }));
    else
      for (const { id, source, title, lines, text: passage } of hits)
        out(`${id} ${source}${title === '' ? '' : ` › ${title}`}, lines ${lines}\n${passage}\n`);
    return hits.length > 0 ? 0 : 1;
  },
};
