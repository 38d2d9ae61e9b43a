import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { shownText, tagsLine } from '#core/text/shown-text.ts';
import { formatBytes } from '#core/units.ts';
import type { JobFacts } from '#features/execution/jobs.ts';
import { OWN_CHANGE, OWN_READ } from '#features/policy/act.ts';
import { answerBytes } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { confinementText } from '../runs/confinement-text.ts';
import { defineTool } from '../tool.ts';
import { jobFields, jobStatus } from './jobs-text.ts';
import { shortened } from './search-hits.ts';

const LABEL_CHARS = 80;

function listed(facts: readonly JobFacts[]): ToolResponse {
  const lines = facts.map((one) => `${shortened(one.label, LABEL_CHARS)} [${jobStatus(one)}]`);
  return new ToolResponse()
    .text(lines.length === 0 ? 'No background runs in this session.' : lines.join('\n'))
    .data({ jobs: facts.map(jobFields) });
}

/** Where the output of an ended run lies. */
function logLine({ log, bytes, binary }: JobFacts): string {
  if (log === undefined || bytes === 0) return binary;
  const handle = formatHandle(log.id);
  const above = binary === '' ? '' : `${binary}\n`;
  return `${above}[${handle}: whole log saved to ${log.path}; ctx_read(id: "${handle}"), ctx_search(source: "${handle}")]`;
}

/** What its confinement left to say, once it ended. */
const endText = (facts: JobFacts): string => (facts.state === 'ended' ? confinementText([facts]) : '');

async function tail(id: string, { jobs, digestText, host }: ToolContext): Promise<ToolResponse> {
  const { facts, part } = jobs.tail(id);
  const response = new ToolResponse()
    .text(`[${facts.id} ${jobStatus(facts)}]`)
    .text(endText(facts))
    .data(jobFields(facts));
  const last = logLine(facts);
  const { skippedBytes } = part;
  const gap =
    skippedBytes === 0 ? '' : `… ${formatBytes(skippedBytes)} since the last time are passed over …`;
  const text = part.text.replace(/\n+$/, '');
  const used = response.byteLength + Buffer.byteLength(gap) + Buffer.byteLength(last) + 3;
  const budget = answerBytes(undefined) - used;
  const shown =
    Buffer.byteLength(text) <= budget ? text : (await digestText(text, { maxBytes: budget })).text;
  const isAllBinary = facts.bytes === 0 && facts.binary !== '';
  const nothing = text === '' && !isAllBinary ? 'Nothing new since the last time.' : '';
  const safe = shownText(shown);
  response.counts({
    kind: 'output',
    producedBytes: Buffer.byteLength(part.text) + skippedBytes,
    hostBytes: host.output({
      bytes: Buffer.byteLength(part.text) + skippedBytes,
      chars: part.text.length + skippedBytes,
      start: () => part.text,
    }),
    enteredBytes: Buffer.byteLength(shown),
  });
  return response.text(gap).text(safe.text).text(tagsLine(safe.tags, 'the output')).text(nothing).text(last);
}

async function kill(id: string, { jobs }: ToolContext): Promise<ToolResponse> {
  const facts = await jobs.kill(id);
  return new ToolResponse()
    .text(`[${facts.id} ${jobStatus(facts)}]`)
    .text(endText(facts))
    .text(logLine(facts))
    .data(jobFields(facts));
}

export const jobs = defineTool({
  name: 'ctx_jobs',
  description:
    'Background runs of ctx_execute: list them, tail one (new lines since the last time), kill one.',
  annotations: { destructiveHint: true },
  input: z.strictObject({
    action: z.enum(['list', 'tail', 'kill']),
    id: z
      .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().min(1))
      .optional(),
  }),
  access: ({ action }) => (action === 'kill' ? OWN_CHANGE : OWN_READ),
  async run({ action, id }, context) {
    if (action !== 'list' && id === undefined)
      throw new AppError('ARGUMENT_INVALID', `ctx_jobs: id is missing; expected a job id for ${action}.`);
    if (action === 'list') return listed(context.jobs.list());
    return action === 'tail' ? await tail(id ?? '', context) : await kill(id ?? '', context);
  },
});
