import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError, toAppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { byteLength, sliceWhole } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import { formatBytes, formatCount, formatDuration } from '#core/units.ts';
import type { BinaryInfo } from '#features/execution/binary-output.ts';
import { LANGUAGE_NAMES } from '#features/execution/languages.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRun } from '#features/execution/run-code.ts';
import { hostShell } from '#features/execution/runtimes.ts';
import { type Digest, type DigestOptions, digestText } from '#features/governor/digest.ts';
import { handleLine } from '#features/governor/handle-line.ts';
import { shownByHost } from '#features/insights/stats.ts';
import { statPath } from '#infra/stat-path.ts';
import { answerBytes, integer, maxBytes, pathText } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

const CODE_LIMIT = 1024 * 1024;
const INTENT_LIMIT = 1_000;
const TIMEOUT_MS = { fallback: 120_000, max: 600_000 };

/** How the run ended, in one line: `exit 0, 12 ms, 3 B`. */
function statusLine(run: CodeRun): string {
  const end = run.exitCode === null ? `signal ${run.signal ?? 'unknown'}` : `exit ${run.exitCode}`;
  const stop = {
    timeout: 'timed out, ',
    cancelled: 'cancelled, ',
    'output-limit': `stopped after ${formatBytes(run.output.limitBytes)} of output, `,
  };
  const why = run.stopped === undefined ? '' : stop[run.stopped];
  const stderr = run.output.stderrBytes > 0 ? `, ${formatBytes(run.output.stderrBytes)} of it stderr` : '';
  return `[${why}${end}, ${formatDuration(run.durationMs)}, ${formatBytes(run.output.textBytes)}${stderr}]`;
}

/** The whole text is looked at here while it is small, in a worker thread when it went to a file. */
function digestOf(output: OutputCapture, options: DigestOptions, context: ToolContext): Promise<Digest> {
  const file = output.spilledTo;
  if (file !== undefined) return context.digestFile(file, options);
  return Promise.resolve(digestText(output.text(), options));
}

/** Room that the handle line needs at most. */
function handleBytes({ textBytes: bytes }: OutputCapture, { outDir }: ToolContext): number {
  const id = 9_999_999;
  const original = { id, path: join(outDir, `${id}.txt`), bytes, lines: bytes };
  return byteLength(handleLine(original, bytes, `${bytes}-${bytes}`)) + 1;
}

interface Presentation {
  /** Label of the output, if it has to be kept. */
  readonly label: string;
  /** Bytes that are left of the answer, the handle line among them. */
  readonly budget: number;
  readonly intent: string | undefined;
}

/** The output in the budget: whole, or as a digest with the original kept. */
async function present(
  output: OutputCapture,
  { label, budget, intent }: Presentation,
  context: ToolContext,
  response: ToolResponse,
): Promise<void> {
  if (output.textBytes <= budget) {
    response.text(output.text().replace(/\n+$/, ''));
    return;
  }
  // A small budget still shows something; then it is exceeded by the handle line, by which the rest is found.
  const maxBytes = Math.floor(Math.max(budget - handleBytes(output, context), budget / 2));
  const digest = await digestOf(output, { maxBytes, intent }, context);
  response.text(digest.text);
  try {
    const file = output.spilledTo;
    const kept = context.knowledge.keepOutput(
      label,
      file === undefined ? { kind: 'text', text: output.text() } : { kind: 'file', file },
      output.textBytes,
    );
    const original = { ...kept, bytes: output.textBytes, lines: digest.totalLines };
    response
      .text(handleLine(original, digest.shownLines, digest.nextLines))
      .data({ stored: formatHandle(kept.id) });
  } catch (thrown) {
    const { message } = toAppError(thrown);
    const shown = `${digest.shownLines} of ${digest.totalLines} lines shown`;
    response.text(`[${shown}; the rest could not be kept: ${message}]`);
  }
}

/** Says what binary output is and where it lies; the bytes themselves never enter an answer. */
function presentBinary(info: BinaryInfo, label: string, context: ToolContext, response: ToolResponse): void {
  const description = `binary output: ${info.type}, ${formatCount(info.bytes)} bytes, sha256 ${info.sha256}`;
  try {
    if (info.file === undefined) throw new Error('the disk took no file');
    const kept = context.knowledge.keepBinary(label, description, info.file);
    response.text(`[${description}; saved to ${kept.path}]`).data({ stored: formatHandle(kept.id) });
  } catch (thrown) {
    response.text(`[${description}; it could not be kept: ${toAppError(thrown).message}]`);
  }
}

function workingFolder(cwd: string | undefined, projectRoot: string): string {
  const folder = cwd === undefined ? projectRoot : isAbsolute(cwd) ? cwd : resolve(projectRoot, cwd);
  if (statPath(folder)?.isDirectory()) return folder;
  throw new AppError('ARGUMENT_INVALID', `cwd is "${cwd ?? folder}"; accepted: an existing folder.`);
}

/** The first line of the code, as label of its output. */
const labelOf = (language: string, code: string): string =>
  `${language}: ${sliceWhole(splitLines(code.trim())[0] ?? '', 0, 80)}`;

export const execute = defineTool({
  name: 'ctx_execute',
  description: () =>
    `Run code and get what matters of its output: short output whole, long output as a digest that puts error lines first, with the whole kept under #id. For builds, tests, logs, and scripts that read or count much and print little. shell is ${hostShell(process.env)}.`,
  annotations: { destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    language: z.enum(LANGUAGE_NAMES),
    code: z.string().min(1).max(CODE_LIMIT),
    intent: z.string().max(INTENT_LIMIT).optional().describe('what you look for in the output'),
    timeout_ms: integer(1, TIMEOUT_MS.max).optional(),
    cwd: pathText.optional(),
    max_bytes: maxBytes,
  }),
  async run(args, context, { signal }) {
    if (args.code.includes('\0'))
      throw new AppError('ARGUMENT_INVALID', 'code holds a NUL character; remove it.');
    const run = await context.runner.run({
      language: args.language,
      code: args.code,
      cwd: workingFolder(args.cwd, context.projectRoot),
      timeoutMs: args.timeout_ms ?? TIMEOUT_MS.fallback,
      signal,
    });
    const response = new ToolResponse();
    try {
      const label = labelOf(args.language, args.code);
      response.text(statusLine(run));
      const { binary } = run.output;
      if (binary !== undefined) presentBinary(binary, label, context, response);
      const budget = answerBytes(args.max_bytes) - response.byteLength - 1;
      await present(run.output, { label, budget, intent: args.intent }, context, response);
      response.data({
        exit_code: run.exitCode,
        signal: run.signal ?? undefined,
        timed_out: run.stopped === 'timeout',
        duration_ms: Math.round(run.durationMs),
        bytes_out: run.output.textBytes,
        confinement: 'none',
      });
      context.countOutput({
        tool: 'ctx_execute',
        producedBytes: run.output.textBytes,
        hostBytes: shownByHost(
          { bytes: run.output.textBytes, chars: run.output.textChars },
          context.shellCap(),
        ),
        returnedBytes: response.byteLength,
        sourceId: undefined,
      });
      return response;
    } finally {
      run.output.discard();
      void run.release();
    }
  },
});
