import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { formatAge } from '#core/time-span.ts';
import { formatBytes } from '#core/units.ts';
import type { FetchedPage } from '#features/fetching/fetching.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

const DEFAULT_TTL_HOURS = 24;

const STATES = { fetched: 'fetched now', cached: 'cached', unchanged: 'not changed' } as const;

function lineOf({ page, kept, state, ageMs, trouble }: FetchedPage): string {
  const size = `${formatBytes(kept.bytes)} of text, ${kept.passages} passages`;
  const age = state === 'fetched' ? '' : `, ${formatAge(ageMs)}`;
  const why = trouble === undefined ? '' : `; ${trouble.line}`;
  return `${formatHandle(kept.id)} ${page.finalUrl}: ${page.status}, ${size}, ${STATES[state]}${age}${why}`;
}

export const fetchPages: Command = {
  name: 'fetch',
  summary: 'fetch web pages and make them searchable',
  usage: `plimsoll fetch URL... [--source LABEL] [--ttl-hours N] [--force] [--json]
  --source      label of the text in the store; else the address
  --ttl-hours   a copy that is younger is not asked for again (24)
  --force       asks for the page whatever is known of it
  --json        one JSON object per page
exit code 1 when a page could not be had`,
  async run({ args, out, fetching, showProgress }) {
    const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
    const types = { source: text, 'ttl-hours': text, force: flag, json: flag } as const;
    const options = parseOptions(args, types, Number.POSITIVE_INFINITY);
    if (options.positionals.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'fetch needs at least one address.');
    const cancel = new AbortController();
    const onInterrupt = (): void => cancel.abort();
    process.once('SIGINT', onInterrupt);
    const fetcher = fetching();
    let failures = 0;
    for (const url of options.positionals) {
      const how = {
        ttlHours: options.number('ttl-hours', DEFAULT_TTL_HOURS),
        isForced: options.flag('force'),
      };
      showProgress(`fetch: ${url}`);
      const found = await fetcher.fetch({ url, label: options.value('source'), ...how }, cancel.signal);
      if (found.kind === 'failed') failures += 1;
      if (options.flag('json')) out(JSON.stringify(found));
      else if (found.kind === 'page') out(lineOf(found));
      else process.stderr.write(`plimsoll: ${found.line}\n`);
      if (cancel.signal.aborted) break;
    }
    process.off('SIGINT', onInterrupt);
    return failures === 0 && !cancel.signal.aborted ? 0 : 1;
  },
};
