import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Deadline } from '#core/deadline.ts';
import { AppError, systemCode } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { type BatchOutcome, runBatch } from '#features/execution/batch.ts';
import { FILE_PATH, withFile } from '#features/execution/file-code.ts';
import { hostShell } from '#features/execution/host-shell.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRun } from '#features/execution/run-code.ts';
import { handleLine } from '#features/governor/handle-line.ts';
import { statPath } from '#infra/stat-path.ts';
import { answerBytes, maxBytes, pathText, textList } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { confinementName, confinementText, runsOf } from '../runs/confinement-text.ts';
import { presentOutput } from '../runs/present-output.ts';
import { codeAccess } from '../runs/run-access.ts';
import { codeText, firstLine, intentText, language, timeoutMs, timeoutOf } from '../runs/run-arguments.ts';
import { followRun, textBytes } from '../runs/run-progress.ts';
import { presentSections, releaseRuns, type Section } from '../runs/run-sections.ts';
import { statusFields, statusLine } from '../runs/run-status.ts';
import { type CallScope, defineTool } from '../tool.ts';

const MAX_PATHS = 50;
/** Files at a time: each run reads, and counts. */
const CONCURRENCY = 2;

/** The absolute path of a file that can be read. @throws AppError FILE_UNREADABLE that names the path as it was given */
function readableFile(path: string, projectRoot: string): string {
  const file = resolve(projectRoot, path);
  const fail = (why: string): AppError => new AppError('FILE_UNREADABLE', `path "${path}" ${why}.`);
  const stat = statPath(file);
  if (stat === undefined) throw fail(`does not exist (looked for ${file})`);
  if (stat.isDirectory()) throw fail('is a folder; accepted: files');
  if (!stat.isFile()) throw fail('is no regular file');
  try {
    accessSync(file, constants.R_OK);
  } catch (thrown) {
    throw fail(`cannot be read (${systemCode(thrown) ?? String(thrown)})`);
  }
  return file;
}

/** All files that a call names, in order. */
const pathsOf = (args: {
  readonly path?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}) => [...(args.path === undefined ? [] : [args.path]), ...(args.paths ?? [])];

interface Asked {
  readonly language: z.infer<typeof language>;
  readonly code: string;
  readonly intent: string | undefined;
  readonly timeout: { readonly ms: number; readonly note: string };
  readonly budget: number;
}

const labelOf = (path: string, { language: name, code }: Asked): string =>
  `${path} (${name}: ${firstLine(code)})`;

/** Runs the code once for each path; outcomes in the order of the paths. */
async function runAll(
  paths: readonly string[],
  asked: Asked,
  { runner, projectRoot }: ToolContext,
  scope: CallScope,
): Promise<readonly BatchOutcome<CodeRun>[]> {
  let done = 0;
  const outputs: OutputCapture[] = [];
  const stopFollowing = followRun(scope, {
    limitMs: asked.timeout.ms * Math.ceil(paths.length / CONCURRENCY),
    bytes: () => textBytes(outputs),
    state: () => (paths.length === 1 ? '' : `${done} of ${paths.length} done, `),
  });
  const { signal } = scope;
  const options = { concurrency: CONCURRENCY, signal, isOver: () => false };
  const runOne = async (path: string): Promise<CodeRun> => {
    const file = readableFile(path, projectRoot);
    const run = await runner.run({
      language: asked.language,
      code: withFile(asked.language, asked.code, hostShell(process.env)),
      cwd: projectRoot,
      timeoutMs: asked.timeout.ms,
      variables: { [FILE_PATH]: file },
      signal,
      outside: scope.outside,
      onStart: (output) => void outputs.push(output),
    });
    done += 1;
    return run;
  };
  try {
    return await runBatch(paths, options, runOne);
  } finally {
    stopFollowing();
  }
}

/** Against what the agent would have shown of the files, had it read them: nobody would have run the code otherwise. */
function countFiles(
  paths: readonly string[],
  outputs: readonly OutputCapture[],
  enteredBytes: number,
  { host, projectRoot }: ToolContext,
) {
  const insteadBytes = paths.reduce((sum, path) => sum + host.file(resolve(projectRoot, path)), 0);
  const producedBytes = outputs.reduce((sum, { textBytes: bytes }) => sum + bytes, 0);
  return { kind: 'unread', producedBytes, insteadBytes, enteredBytes } as const;
}

async function oneAnswer(
  path: string,
  run: CodeRun,
  asked: Asked,
  context: ToolContext,
): Promise<ToolResponse> {
  const response = new ToolResponse()
    .text(asked.timeout.note)
    .text(statusLine(run))
    .text(confinementText([run]));
  const budget = asked.budget - response.byteLength - 1;
  const { intent } = asked;
  const how = { label: labelOf(path, asked), budget, intent, isKept: false, line: handleLine };
  const { text, kept, contentBytes } = await presentOutput(run, how, context);
  const handle = kept === undefined ? undefined : formatHandle(kept.id);
  return response
    .text(text)
    .data({ path, ...statusFields(run, handle) })
    .counts(countFiles([path], [run.output], contentBytes, context));
}

async function severalAnswers(
  paths: readonly string[],
  outcomes: readonly BatchOutcome<CodeRun>[],
  asked: Asked,
  context: ToolContext,
): Promise<ToolResponse> {
  const sections = outcomes.map((outcome, place): Section => {
    const path = paths[place] ?? '';
    return { heading: path, label: labelOf(path, asked), detail: '', outcome, fields: { path } };
  });
  const runs = runsOf(outcomes);
  const response = new ToolResponse().text(asked.timeout.note).text(confinementText(runs));
  const budget = asked.budget - response.byteLength - 1;
  const deadline = new Deadline(asked.timeout.ms);
  const options = { budget, intent: asked.intent, isKept: false, deadline };
  const { text, results, contentBytes } = await presentSections(sections, options, context);
  const read = paths.filter((_, place) => outcomes[place]?.kind === 'done');
  const outputs = runs.map(({ output }) => output);
  return response
    .text(text)
    .data({ results, confinement: confinementName(runs) })
    .counts(countFiles(read, outputs, contentBytes, context));
}

export const executeFile = defineTool({
  name: 'ctx_execute_file',
  description:
    'Run code over a file without reading it into the context: the code sees FILE_PATH and FILE_CONTENT, only what it prints is answered. With paths: one run each.',
  annotations: { destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    path: pathText.optional(),
    paths: textList(1, MAX_PATHS).optional(),
    language,
    code: codeText,
    intent: intentText,
    timeout_ms: timeoutMs,
    max_bytes: maxBytes,
  }),
  access({ language: name, code, ...args }, projectRoot) {
    const { acts, isOwnRead } = codeAccess(name, code, projectRoot);
    const reads = pathsOf(args).map((path) => ({ kind: 'read', path, cwd: projectRoot }) as const);
    return { acts: [...reads, ...acts], isOwnRead };
  },
  async run(args, context, scope) {
    const paths = pathsOf(args);
    if (paths.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'ctx_execute_file: path is missing; expected a path, or paths.');
    const asked: Asked = {
      language: args.language,
      code: args.code,
      intent: args.intent,
      timeout: timeoutOf(args.timeout_ms),
      budget: answerBytes(args.max_bytes),
    };
    const outcomes = await runAll(paths, asked, context, scope);
    try {
      const [first] = outcomes;
      // Nothing ran at all: that is no result.
      const errors = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []));
      if (first?.kind === 'failed' && errors.length === outcomes.length)
        throw new AppError(first.error.code, [...new Set(errors.map(({ message }) => message))].join('\n'), {
          data: { ...first.error.data },
        });
      return outcomes.length === 1 && first?.kind === 'done'
        ? await oneAnswer(paths[0] ?? '', first.value, asked, context)
        : await severalAnswers(paths, outcomes, asked, context);
    } finally {
      releaseRuns(outcomes);
    }
  },
});
