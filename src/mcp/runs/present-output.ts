import { join } from 'node:path';
import { Deadline } from '#core/deadline.ts';
import { toAppError } from '#core/errors.ts';
import { byteLength } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import { shownText, tagsLine } from '#core/text/shown-text.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { Digest, DigestOptions } from '#features/governor/digest.ts';
import type { handleLine } from '#features/governor/handle-line.ts';
import type { KeptOriginal } from '#features/knowledge/originals/keep-original.ts';
import type { OutputContext } from '../context.ts';
import { keepRun } from './keep-run.ts';
import { describeBinary } from './present-binary.ts';

/** A digest of 256 MB takes about this long; who waits longer for one is better served by the last lines. */
const DIGEST_WAIT_MS = 10_000;

export interface Presentation {
  /** Label of the output in the store. */
  readonly label: string;
  /** Bytes for the output, its handle line among them. */
  readonly budget: number;
  readonly intent?: string | undefined;
  readonly request?: string | undefined;
  /** Keep it even where it is shown whole. */
  readonly isKept: boolean;
  /** It gets a handle of its own, also where the same text is kept under this label. */
  readonly isApart?: boolean;
  readonly line: typeof handleLine;
  /** From here on no digest is waited for; one that several share. Without it each is waited for on its own. */
  readonly deadline?: Deadline;
}

/** What wrote an output, as far as it matters here. */
interface EndedOutput {
  readonly output: OutputCapture;
  /** Null after a signal, and where there was no program. */
  readonly exitCode: number | null;
}

export interface PresentedOutput {
  /** Empty for an output without text. */
  readonly text: string;
  readonly kept: KeptOriginal | undefined;
  readonly isWhole: boolean;
  /** What of the text is of the output, in bytes: the rest is our own. */
  readonly contentBytes: number;
}

/** What a digest and its substitute have in common. */
type Shown = Omit<Digest, 'totalLines'> & { readonly totalLines: number | undefined };

/** The whole text is looked at here while it is small, in a worker thread when it went to a file. */
function digestOf(output: OutputCapture, options: DigestOptions, context: OutputContext): Promise<Digest> {
  const file = output.spilledTo;
  if (file !== undefined) return context.digestFile(file, options);
  return context.digestText(output.text(), options);
}

/** Undefined when it takes too long, or cannot be made: the last lines can be had. */
function digestInTime(
  output: OutputCapture,
  options: DigestOptions,
  deadline: Deadline | undefined,
  context: OutputContext,
): Promise<Digest | undefined> {
  const digesting = digestOf(output, options, context).catch(() => undefined);
  const own = new Deadline(DIGEST_WAIT_MS);
  return own.wait(deadline === undefined ? digesting : deadline.wait(digesting));
}

/** The last lines, for when there is no time for a digest. */
function lastLines(output: OutputCapture, maxBytes: number): Shown {
  const bytes = output.part(Math.max(0, output.textBytes - maxBytes), maxBytes);
  const text = bytes.toString('utf8', bytes.indexOf(0x0a) + 1).trimEnd();
  const lines = splitLines(text).length;
  return { text, shownLines: lines, totalLines: undefined, nextLines: '1-200' };
}

/** Room that the handle line needs at most. */
function handleBytes({ textBytes: bytes }: OutputCapture, { line }: Presentation, outDir: string): number {
  const id = 9_999_999;
  const original = { id, path: join(outDir, `${id}.txt`), bytes, lines: bytes };
  return byteLength(line(original, { lines: bytes, next: `${bytes}-${bytes}` })) + 1;
}

/** An output's text for the model; a line says that tags in it are not the host's. */
function shownOutput(text: string): string {
  const shown = shownText(text);
  return lines(shown.text, tagsLine(shown.tags, 'the output'));
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** An output in the budget: whole, or as a digest with the original kept and the ways back to it; binary data in words. */
export async function presentOutput(
  run: EndedOutput,
  how: Presentation,
  context: OutputContext,
): Promise<PresentedOutput> {
  const { binary } = run.output;
  if (binary === undefined) return presentText(run, how, context);
  const about = describeBinary(binary, how.label, context);
  const budget = how.budget - byteLength(about.text) - 1;
  const shown = await presentText(run, { ...how, budget, isKept: false }, context);
  return { ...shown, text: lines(about.text, shown.text), kept: about.kept ?? shown.kept };
}

async function presentText(
  run: EndedOutput,
  how: Presentation,
  context: OutputContext,
): Promise<PresentedOutput> {
  const { output } = run;
  if (output.textBytes <= how.budget) return presentWhole(run, how, context);
  if (how.budget <= 0) return presentNothing(run, how, context);
  // A small budget still shows something; then it is exceeded by the handle line, by which the rest is found.
  const maxBytes = Math.floor(
    Math.max(how.budget - handleBytes(output, how, context.outDir), how.budget / 2),
  );
  const options = { maxBytes, intent: how.intent, request: how.request, exitCode: run.exitCode };
  const shown: Shown =
    (await digestInTime(output, options, how.deadline, context)) ?? lastLines(output, maxBytes);
  const contentBytes = byteLength(shown.text);
  try {
    const kept = keepRun(output, how, context.knowledge);
    const original = { ...kept, bytes: output.textBytes, lines: shown.totalLines };
    const line = how.line(original, { lines: shown.shownLines, next: shown.nextLines });
    return { text: lines(shownOutput(shown.text), line), kept, isWhole: false, contentBytes };
  } catch (thrown) {
    const why = `[${shown.shownLines} lines shown; the rest could not be kept: ${toAppError(thrown).message}]`;
    return { text: lines(shownOutput(shown.text), why), kept: undefined, isWhole: false, contentBytes };
  }
}

/** There is no room for even one line: the handle alone is told. */
function presentNothing(
  { output }: EndedOutput,
  how: Presentation,
  { knowledge }: OutputContext,
): PresentedOutput {
  try {
    return { text: '', kept: keepRun(output, how, knowledge), isWhole: false, contentBytes: 0 };
  } catch (thrown) {
    const text = `[not kept: ${toAppError(thrown).message}]`;
    return { text, kept: undefined, isWhole: false, contentBytes: 0 };
  }
}

function presentWhole(run: EndedOutput, how: Presentation, context: OutputContext): PresentedOutput {
  const content = run.output.text().replace(/\n+$/, '');
  const shown = { text: shownOutput(content), isWhole: true, contentBytes: byteLength(content) };
  if (!how.isKept || run.output.textBytes === 0) return { ...shown, kept: undefined };
  try {
    return { ...shown, kept: keepRun(run.output, how, context.knowledge) };
  } catch (thrown) {
    const why = `[not kept: ${toAppError(thrown).message}]`;
    return { ...shown, text: lines(shown.text, why), kept: undefined };
  }
}
