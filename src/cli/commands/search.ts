import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { ENTRY_KINDS, hitFilter } from '#features/knowledge/search/search-filter.ts';
import type { Command, CommandScope } from '../command.ts';
import { parseOptions } from '../options.ts';
import { searchTimeline, timelineText } from './search-timeline.ts';

/** A terminal can take more than a context window. */
const ANSWER_BYTES = 32_768;
const SORTS = ['relevance', 'timeline'] as const;

/** The option as one of these words. @throws AppError ARGUMENT_INVALID */
function oneOf<T extends string>(words: readonly T[], name: string, text: string | undefined): T | undefined {
  const known = words.find((word) => word === text);
  if (text !== undefined && known === undefined)
    throw new AppError('ARGUMENT_INVALID', `--${name} is "${text}"; accepted: ${words.join(', ')}.`);
  return known;
}

/** Whoever finds nothing may be in another folder than the one that was indexed. */
const nothingIn = (folder: string): string => `nothing was found in what is stored of the project ${folder}.`;

type Asked = Parameters<ReturnType<CommandScope['knowledge']>['search']>[0];

/** The best passages. Files with matches that cannot be shown are named on stderr. */
async function searchPassages({ knowledge, remark, folder }: CommandScope, asked: Asked, isJson: boolean) {
  const answers = await knowledge().search(asked);
  const lost = new Map(answers.flatMap((answer) => answer.lost.map((one) => [one.source.id, one])));
  for (const [id, { source, state }] of lost)
    process.stderr.write(
      `plimsoll: matches not shown: ${formatHandle(id)} ${source.label} is ${state === 'gone' ? 'gone' : 'shorter than when indexed'}\n`,
    );
  const hits = answers.flatMap(({ query, passages, facts }) => [
    ...passages.map(({ hit, text, firstLine, lastLine, isChanged, score }) => ({
      query,
      id: formatHandle(hit.source.id),
      source: hit.source.label,
      kind: hit.source.kind,
      title: hit.title,
      lines: `${firstLine}-${lastLine}`,
      score,
      ...(isChanged ? { changed: true } : {}),
      text,
    })),
    ...facts.facts.map(({ fact, score }) => ({
      query,
      id: `fact-${fact.id}`,
      source: `event:${fact.kind}`,
      kind: 'event',
      title: fact.state ?? '',
      lines: '',
      score,
      text: fact.text,
    })),
  ]);
  if (hits.length === 0 && lost.size === 0 && !isJson) remark(nothingIn(folder));
  return hits;
}

type PassageFields = Awaited<ReturnType<typeof searchPassages>>[number];
const passageText = ({ id, source, title, lines, text }: PassageFields): string =>
  `${id} ${source}${title === '' ? '' : ` › ${title}`}${lines === '' ? '' : `, lines ${lines}`}\n${text}\n`;

export const search: Command = {
  name: 'search',
  summary: 'find passages in what is indexed and stored',
  usage: `plimsoll search QUESTION... [--source LABEL] [--kind KIND] [--since TIME] [--sort SORT] [--limit N] [--json]
  --source   only this source: its label, a label with * for any text, or a handle such as "#12"
  --kind     doc, code, output or event; events are always sorted by time
  --since    not older: 30m, 2h, 3d, 1w, or a date
  --sort     relevance, or timeline: newest first, over sources and events; without a QUESTION all of them
  --limit    passages per question (3)
  --json     one JSON object
Exit code 1 when nothing was found.`,
  async run(scope) {
    const { args, out, knowledge } = scope;
    const text = { type: 'string' } as const;
    const types = {
      json: { type: 'boolean' },
      limit: text,
      source: text,
      kind: text,
      since: text,
      sort: text,
    } as const;
    const options = parseOptions(args, types, Number.POSITIVE_INFINITY);
    const isJson = options.flag('json');
    const kind = oneOf(ENTRY_KINDS, 'kind', options.value('kind'));
    const isTimeline = oneOf(SORTS, 'sort', options.value('sort')) === 'timeline' || kind === 'event';
    if (options.positionals.length === 0 && !isTimeline)
      throw new AppError(
        'ARGUMENT_INVALID',
        'search needs at least one question (or --sort timeline, which needs none).',
      );
    const filter = hitFilter(
      { source: options.value('source'), kind, since: options.value('since') },
      Date.now(),
    );
    const asked = {
      queries: options.positionals,
      filter,
      limit: options.number('limit', 3, 1),
      maxBytes: ANSWER_BYTES,
    };
    if (isTimeline) {
      scope.takeInEvents();
      const entries = await searchTimeline(knowledge(), asked);
      if (isJson) out(JSON.stringify({ hits: entries }));
      else for (const entry of entries) out(timelineText(entry));
      if (entries.length > 0) return 0;
      if (!isJson) scope.remark(nothingIn(scope.folder));
      return 1;
    }
    const hits = await searchPassages(scope, asked, isJson);
    if (isJson) out(JSON.stringify({ hits }));
    else for (const hit of hits) out(passageText(hit));
    return hits.length > 0 ? 0 : 1;
  },
};
