import { z } from 'zod';
import { Deadline } from '#core/deadline.ts';
import { AppError } from '#core/errors.ts';
import { withoutSecrets } from '#core/text/redact-secrets.ts';
import { type BatchOutcome, runBatch } from '#features/execution/batch.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRun } from '#features/execution/run-code.ts';
import { answerBytes, clamped, maxBytes, pathText, textList } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { confinementName, confinementText, runsOf } from '../runs/confinement-text.ts';
import { countRuns } from '../runs/count-runs.ts';
import { placeOf } from '../runs/run-access.ts';
import { firstLine, timeoutMs, timeoutOf, workingFolder } from '../runs/run-arguments.ts';
import { followRun, textBytes } from '../runs/run-progress.ts';
import { presentSections, releaseRuns, type Section } from '../runs/run-sections.ts';
import { type CallScope, defineTool } from '../tool.ts';
import { type BatchCommand, commandList } from './batch-commands.ts';
import { answerFromBatch } from './batch-queries.ts';
import { shortened } from './search-hits.ts';
import { MAX_QUERIES } from './search-pace.ts';

const MAX_CONCURRENCY = 8;
/** Headings of an answer: what ran is told, however long it is. */
const LABEL_CHARS = 80;
const COMMAND_CHARS = 80;
/** Part of the budget for the outputs themselves where questions are asked; what they do not need goes to the answers. */
const OUTPUT_SHARE = 0.4;
/** A run that has to end at the deadline does so by itself; what still waits for its turn is turned away after that. */
const TURN_AWAY_MS = 50;

interface Batch {
  readonly commands: readonly BatchCommand[];
  readonly concurrency: number;
  readonly cwd: string;
  readonly deadline: Deadline;
}

async function runAll(
  { commands, concurrency, cwd, deadline }: Batch,
  { runner }: ToolContext,
  scope: CallScope,
): Promise<readonly BatchOutcome<CodeRun>[]> {
  let done = 0;
  const outputs: OutputCapture[] = [];
  const limitMs = deadline.leftMs;
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(Math.ceil(limitMs) + TURN_AWAY_MS)]);
  const state = (): string => `${done} of ${commands.length} done, `;
  const stopFollowing = followRun(scope, { limitMs, bytes: () => textBytes(outputs), state });
  const options = { concurrency, signal: scope.signal, isOver: () => deadline.leftMs === 0 };
  const runOne = async ({ command }: BatchCommand): Promise<CodeRun> => {
    const onStart = (output: OutputCapture): void => void outputs.push(output);
    const { outside } = scope;
    const timeout = { timeoutMs: deadline.leftMs, signal };
    const run = await runner.run({ language: 'shell', code: command, cwd, ...timeout, outside, onStart });
    done += 1;
    // Where the event loop was late, the deadline came first by our own signal.
    const isLate = run.stopped === 'cancelled' && !scope.signal.aborted;
    return isLate ? { ...run, stopped: 'timeout' } : run;
  };
  try {
    return await runBatch(commands, options, runOne);
  } finally {
    stopFollowing();
  }
}

function toSection({ label, command }: BatchCommand, outcome: BatchOutcome<CodeRun>): Section {
  const shown = shortened(command, COMMAND_CHARS);
  const isNamedByItself = label === firstLine(command);
  return {
    heading: isNamedByItself ? shown : shortened(label, LABEL_CHARS),
    detail: isNamedByItself ? '' : shown,
    label,
    outcome,
    fields: { label, command: shown },
  };
}

/** Nothing ran at all, by one fault: that is no result. @throws AppError */
function assertSomeRan(outcomes: readonly BatchOutcome<CodeRun>[]): void {
  const errors = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []));
  const [first] = errors;
  if (first === undefined || errors.length < outcomes.length) return;
  throw new AppError(first.code, [...new Set(errors.map(({ message }) => message))].join('\n'), {
    data: { ...first.data },
  });
}

export const batchExecute = defineTool({
  name: 'ctx_batch_execute',
  description:
    'Run several shell commands in one call; each output is kept, searchable by its label. queries are answered from these outputs. concurrency: I/O 4-8, CPU 1.',
  annotations: { destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    commands: commandList,
    queries: textList(0, MAX_QUERIES).optional(),
    concurrency: clamped(1, MAX_CONCURRENCY).optional(),
    timeout_ms: timeoutMs.describe('for all together'),
    cwd: pathText.optional(),
    max_bytes: maxBytes,
  }),
  access: ({ commands, cwd }, projectRoot) => ({
    acts: [
      { kind: 'batch', commands: commands.map(({ command }) => command), cwd: placeOf(cwd, projectRoot) },
    ],
    isOwnRead: false,
  }),
  async run(args, context, scope) {
    const { commands } = args;
    const queries = (args.queries ?? []).map(withoutSecrets);
    const timeout = timeoutOf(args.timeout_ms);
    const deadline = new Deadline(timeout.ms);
    const cwd = workingFolder(args.cwd, context.projectRoot);
    const batch = { commands, concurrency: args.concurrency ?? 1, cwd, deadline };
    const outcomes = await runAll(batch, context, scope);
    try {
      assertSomeRan(outcomes);
      const sections = commands.map((command, place) =>
        toSection(command, outcomes[place] ?? { kind: 'not-started', why: 'cancelled' }),
      );
      const runs = runsOf(outcomes);
      const response = new ToolResponse().text(timeout.note).text(confinementText(runs));
      const whole = answerBytes(args.max_bytes) - response.byteLength - 1;
      const budget = queries.length === 0 ? whole : Math.floor(whole * OUTPUT_SHARE);
      const counted = countRuns(
        runs.map(({ output }) => output),
        context,
      );
      const { text, results, kept, contentBytes } = await presentSections(
        sections,
        { budget, isKept: true, deadline },
        context,
      );
      // The answers come first: what was asked, and the last line of all is the way back to the last output.
      if (queries.length > 0) {
        const ids = kept.flatMap((one) => one?.id ?? []);
        const maxBytes = whole - Buffer.byteLength(text) - 2;
        const answers = await answerFromBatch(queries, ids, { maxBytes, deadline, what: 'outputs' }, context);
        response.text(`${answers.text}\n`).data({ hits: answers.hits });
      }
      response.text(text).data({ results, confinement: confinementName(runs) });
      return response.counts({ ...counted, enteredBytes: contentBytes });
    } finally {
      releaseRuns(outcomes);
    }
  },
});
