import { z } from 'zod';
import { Deadline } from '#core/deadline.ts';
import { AppError } from '#core/errors.ts';
import { compareVerdicts } from '#core/verdict.ts';
import { type BatchOutcome, runBatch } from '#features/execution/batch.ts';
import type { PageFailure } from '#features/fetching/failure-lines.ts';
import type { FetchedPage, FetchRequest } from '#features/fetching/fetching.ts';
import { pageUrl } from '#features/fetching/page-url.ts';
import { handleLine, shortHandleLine } from '#features/governor/handle-line.ts';
import { answerBytes, clamped, maxBytes, textList, truth } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { fenced, fencedCost } from '../fenced.ts';
import { ToolResponse } from '../response.ts';
import { type CallScope, defineTool } from '../tool.ts';
import { answerFromBatch } from './batch-queries.ts';
import { pageArguments, requestList } from './fetch-arguments.ts';
import { LEAST_PREVIEW, previewOf } from './page-preview.ts';
import { failureFields, pageFields, pageStatus } from './page-status.ts';
import { MAX_QUERIES } from './search-pace.ts';

const MAX_CONCURRENCY = 8;
const DEFAULT_TTL_HOURS = 24;
const MAX_TTL_HOURS = 24 * 365;
/** Until the passages for questions are there; pages are indexed by then. */
const ANSWER_LIMIT_MS = 20_000;
/** Where passages come from, when they are of several pages. */
const PAGES = 'the pages above';

type Outcome = BatchOutcome<FetchedPage | PageFailure>;

/** What became of a page, in one line. */
function statusOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.value.kind === 'page' ? pageStatus(outcome.value) : outcome.value.line;
    case 'failed':
      return outcome.error.message;
    case 'not-started':
      return 'Not fetched: cancelled.';
    default:
      return outcome satisfies never;
  }
}

function fieldsOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'done')
    return outcome.value.kind === 'page' ? pageFields(outcome.value) : failureFields(outcome.value);
  return outcome.kind === 'failed'
    ? { error: outcome.error.code, reason: outcome.error.message }
    : { not_started: outcome.why };
}

async function fetchAll(
  requests: readonly FetchRequest[],
  concurrency: number,
  context: ToolContext,
  scope: CallScope,
) {
  const { fetching } = context;
  let done = 0;
  // The same page twice in one call is one request.
  const running = new Map<string, Promise<FetchedPage | PageFailure>>();
  return await runBatch(
    requests,
    { concurrency, signal: scope.signal, isOver: () => false },
    async (request) => {
      const key = JSON.stringify([pageUrl(request.url).href, request.label]);
      const page = running.get(key) ?? fetching.fetch(request, scope.signal);
      running.set(key, page);
      const found = await page;
      done += 1;
      scope.progress({ done, total: requests.length, message: `${done} of ${requests.length} pages` });
      return found;
    },
  );
}

/** Nothing was fetched: that is an error, with the strictest verdict. */
function nothingFetched(outcomes: readonly Outcome[]): ToolResponse {
  const failures = outcomes.flatMap((outcome) =>
    outcome.kind === 'done' && outcome.value.kind === 'failed' ? [outcome.value] : [],
  );
  const errors = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []));
  const code = failures[0]?.code ?? errors[0]?.code ?? 'FETCH_FAILED';
  const verdict = failures.map((one) => one.verdict).toSorted((a, b) => compareVerdicts(b, a))[0] ?? 'allow';
  return new ToolResponse()
    .error(new AppError(code, outcomes.map(statusOf).join('\n')))
    .data({ verdict, results: outcomes.map(fieldsOf) });
}

/** Status and preview of each page; what one does not need goes to those behind it. */
async function previews(outcomes: readonly Outcome[], budget: number, context: ToolContext): Promise<string> {
  const statuses = outcomes.map(statusOf);
  const line = outcomes.length === 1 ? handleLine : shortHandleLine;
  let left = budget - statuses.reduce((sum, status) => sum + Buffer.byteLength(status) + 2, 0);
  let pages = outcomes.filter((one) => one.kind === 'done' && one.value.kind === 'page').length;
  const parts: string[] = [];
  for (const [place, outcome] of outcomes.entries()) {
    const found = outcome.kind === 'done' && outcome.value.kind === 'page' ? outcome.value : undefined;
    const share = Math.floor(left / Math.max(1, pages));
    const hasRoom = found !== undefined && share - fencedCost(found.page.finalUrl) >= LEAST_PREVIEW;
    const preview = hasRoom ? await previewOf(found, share, line, context) : '';
    if (found !== undefined) pages -= 1;
    left -= Buffer.byteLength(preview) + 1;
    parts.push(preview === '' ? (statuses[place] ?? '') : `${statuses[place]}\n${preview}`);
  }
  return parts.join('\n\n');
}

/** As it will be asked for; undefined for what is no address: that is said when it runs, and nothing is fetched. */
function addressOf(url: string): string | undefined {
  try {
    return pageUrl(url).href;
  } catch {
    return undefined;
  }
}

export const fetchAndIndex = defineTool({
  name: 'ctx_fetch_and_index',
  description:
    'Fetch web pages (HTML, JSON, text, XML, PDF), keep them as searchable text, answer with a preview or, with queries, the best passages. Pages are cached.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  input: z.strictObject({
    ...pageArguments,
    requests: requestList.optional(),
    queries: textList(0, MAX_QUERIES).optional(),
    concurrency: clamped(1, MAX_CONCURRENCY).optional(),
    ttl_hours: clamped(0, MAX_TTL_HOURS).optional(),
    force: truth.optional(),
    max_bytes: maxBytes,
  }),
  access: ({ url, requests = [] }, projectRoot) => ({
    acts: [...(url === undefined ? [] : [url]), ...requests.map((one) => one.url)].flatMap((each) => {
      const address = addressOf(each);
      return address === undefined ? [] : [{ kind: 'fetch' as const, url: address, cwd: projectRoot }];
    }),
    isOwnRead: false,
  }),
  async run(args, context, scope) {
    const { url, source, requests = [], queries = [] } = args;
    const asked = [...(url === undefined ? [] : [{ url, source }]), ...requests];
    if (asked.length === 0)
      throw new AppError(
        'ARGUMENT_INVALID',
        'ctx_fetch_and_index: url is missing; accepted: url or requests.',
      );
    const how = { ttlHours: args.ttl_hours ?? DEFAULT_TTL_HOURS, isForced: args.force ?? false };
    const wanted = asked.map((one) => ({ url: one.url, label: one.source, ...how }));
    const outcomes = await fetchAll(wanted, args.concurrency ?? 1, context, scope);
    const found = outcomes.flatMap((outcome) =>
      outcome.kind === 'done' && outcome.value.kind === 'page' ? [outcome.value] : [],
    );
    const [first] = found;
    if (first === undefined) return nothingFetched(outcomes);

    const budget = answerBytes(args.max_bytes);
    const response = new ToolResponse().data({ results: outcomes.map(fieldsOf) });
    let enteredBytes = 0;
    if (queries.length === 0) {
      response.text(await previews(outcomes, budget, context));
      const statusBytes = outcomes.reduce((sum, each) => sum + Buffer.byteLength(statusOf(each)), 0);
      enteredBytes = Math.max(0, response.byteLength - statusBytes);
    } else {
      response.text(outcomes.map(statusOf).join('\n'));
      const origin = found.length === 1 ? first.page.finalUrl : PAGES;
      const ids = [...new Set(found.map(({ kept }) => kept.id))];
      const room = budget - response.byteLength - fencedCost(origin) - 2;
      const options = { maxBytes: room, deadline: new Deadline(ANSWER_LIMIT_MS), what: 'pages' } as const;
      const { text, hits } = await answerFromBatch(queries, ids, options, context);
      response.text(fenced(text, origin)).data({ hits });
      enteredBytes = Buffer.byteLength(text);
    }
    const cached = found.filter(({ state }) => state === 'cached').length;
    if (cached > 0) context.countOutput({ kind: 'page-cache', name: 'cached', count: cached });
    return response.counts({
      kind: 'unread',
      producedBytes: found.reduce((sum, { kept }) => sum + kept.bytes, 0),
      insteadBytes: found.reduce((sum, { kept }) => sum + context.host.page(kept.bytes), 0),
      enteredBytes,
    });
  },
});
