import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

export const search: Command = {
  name: 'search',
  summary: 'find passages in what is indexed and stored',
  usage: `plimsoll search QUESTION... [--limit N] [--json]
  --limit N   passages per question (3)
  --json      one JSON object
Exit code 1 when nothing was found.`,
  async run({ args, out, knowledge }) {
    const options = parseOptions(args, { json: { type: 'boolean' }, limit: { type: 'string' } });
    if (options.positionals.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'search needs at least one question.');
    const answers = await knowledge().search({
      queries: options.positionals,
      filter: {},
      limit: options.number('limit', 3),
      maxBytes: 32_768,
    });
    const hits = answers.flatMap(({ query, passages }) =>
      passages.map(({ hit, text, firstLine, lastLine }) => ({
        query,
        id: formatHandle(hit.source.id),
        source: hit.source.label,
        lines: `${firstLine}-${lastLine}`,
        score: hit.score,
        text,
      })),
    );
    if (options.flag('json')) out(JSON.stringify({ hits }));
    else for (const hit of hits) out(`${hit.id} ${hit.source}, lines ${hit.lines}\n${hit.text}\n`);
    return hits.length > 0 ? 0 : 1;
  },
};
