import { z } from 'zod';
import { formatHandle } from '#core/ids.ts';
import { formatDuration } from '#core/units.ts';
import { hostShell } from '#features/execution/host-shell.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRequest } from '#features/execution/run-code.ts';
import { handleLine } from '#features/governor/handle-line.ts';
import { answerBytes, maxBytes, pathText, truth } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { confinementText } from '../runs/confinement-text.ts';
import { countRuns } from '../runs/count-runs.ts';
import { presentOutput } from '../runs/present-output.ts';
import { codeAccess, placeOf } from '../runs/run-access.ts';
import {
  codeText,
  firstLine,
  intentText,
  language,
  TIMEOUT_MS,
  timeoutMs,
  timeoutOf,
  workingFolder,
} from '../runs/run-arguments.ts';
import { followRun } from '../runs/run-progress.ts';
import { statusFields, statusLine } from '../runs/run-status.ts';
import { type CallScope, defineTool } from '../tool.ts';
import { jobFields } from './jobs-text.ts';

interface Asked extends Omit<CodeRequest, 'signal'> {
  readonly label: string;
  readonly intent: string | undefined;
  readonly budget: number;
  /** What has to be said about the time-out; empty for nothing. */
  readonly note: string;
}

async function runInBackground({ note, ...asked }: Asked, context: ToolContext): Promise<ToolResponse> {
  const { label, language: name, code, cwd, timeoutMs: limitMs, outside } = asked;
  const facts = await context.jobs.start({ label, language: name, code, cwd, timeoutMs: limitMs, outside });
  const { aside = '' } = facts.confinement;
  const limit = `ends after ${formatDuration(limitMs)} at the latest, and with this session`;
  const ways = `ctx_jobs(action: "tail", id: "${facts.id}"), ctx_jobs(action: "kill", id: "${facts.id}")`;
  const response = new ToolResponse()
    .text(note)
    .text(`[${facts.id} runs in the background; ${limit}; ${ways}]`)
    .text(confinementText([facts]))
    .text(aside && `[${aside}]`)
    .data(jobFields(facts));
  return response;
}

async function runToEnd(asked: Asked, context: ToolContext, scope: CallScope): Promise<ToolResponse> {
  let output: OutputCapture | undefined;
  const stopFollowing = followRun(scope, {
    limitMs: asked.timeoutMs,
    bytes: () => output?.textBytes ?? 0,
  });
  const onStart = (started: OutputCapture): void => {
    output = started;
  };
  const { signal } = scope;
  const run = await context.runner.run({ ...asked, signal, onStart }).finally(stopFollowing);
  try {
    const response = new ToolResponse()
      .text(asked.note)
      .text(statusLine(run))
      .text(confinementText([run]));
    const budget = asked.budget - response.byteLength - 1;
    const { label, intent } = asked;
    const how = { label, budget, intent, isKept: false, line: handleLine };
    const counted = countRuns([run.output], context);
    const { text, kept, contentBytes } = await presentOutput(run, how, context);
    const handle = kept === undefined ? undefined : formatHandle(kept.id);
    response.text(text).data(statusFields(run, handle));
    return response.counts({ ...counted, enteredBytes: contentBytes });
  } finally {
    run.output.discard();
    void run.release();
  }
}

export const execute = defineTool({
  name: 'ctx_execute',
  description: () =>
    `Run code and get what matters of its output: short output whole, long output as a digest with errors first, the whole kept under #id. For builds, tests, logs, and scripts that read or count much and print little. shell is ${hostShell(process.env)}.`,
  annotations: { destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    language,
    code: codeText,
    intent: intentText.describe('what you look for in the output'),
    timeout_ms: timeoutMs,
    background: truth
      .optional()
      .describe('answers at once, see ctx_jobs; timeout_ms is 600000 then unless given'),
    cwd: pathText.optional(),
    max_bytes: maxBytes,
  }),
  access: ({ language: name, code, cwd }, projectRoot) => codeAccess(name, code, placeOf(cwd, projectRoot)),
  async run(args, context, scope) {
    const isBackground = args.background === true;
    // What runs beside the conversation is meant to last.
    const timeout = timeoutOf(args.timeout_ms, isBackground ? TIMEOUT_MS.max : TIMEOUT_MS.fallback);
    const asked: Asked = {
      language: args.language,
      code: args.code,
      cwd: workingFolder(args.cwd, context.projectRoot),
      timeoutMs: timeout.ms,
      label: `${args.language}: ${firstLine(args.code)}`,
      intent: args.intent,
      budget: answerBytes(args.max_bytes),
      note: timeout.note,
      outside: scope.outside,
    };
    return isBackground ? runInBackground(asked, context) : runToEnd(asked, context, scope);
  },
});
