import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deadline } from '#core/deadline.ts';
import { formatHandle } from '#core/ids.ts';
import { byteLength } from '#core/text/bytes.ts';
import type { BatchOutcome } from '#features/execution/batch.ts';
import type { CodeRun } from '#features/execution/run-code.ts';
import { handlesLine, shortHandleLine } from '#features/governor/handle-line.ts';
import type { KeptOriginal } from '#features/knowledge/originals/keep-original.ts';
import type { ToolContext } from '../context.ts';
import { fairShares, LEAST_SHARE } from './fair-shares.ts';
import { type PresentedOutput, presentOutput } from './present-output.ts';
import { headingsWithin, restLine } from './run-headings.ts';
import { endOf, statusFields, statusLine } from './run-status.ts';

/** One run of several, with what names it. */
export interface Section {
  readonly heading: string;
  /** Label of its output in the store. */
  readonly label: string;
  /** What ran, as far as it is shown; empty where the label says it. */
  readonly detail: string;
  readonly outcome: BatchOutcome<CodeRun>;
  /** For programs, beside how it ended. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface SectionOptions {
  /** For all sections together. */
  readonly budget: number;
  readonly intent?: string | undefined;
  /** Every output is kept, also one that is shown whole. */
  readonly isKept: boolean;
  readonly deadline: Deadline;
}

export interface PresentedSections {
  readonly text: string;
  /** One entry per section, for programs. */
  readonly results: readonly Readonly<Record<string, unknown>>[];
  /** What was kept, by section. */
  readonly kept: readonly (KeptOriginal | undefined)[];
  /** What of the text is of the outputs, in bytes. */
  readonly contentBytes: number;
}

/** Behind the handle of an output that has no room at all. */
const HIDDEN = ', not shown';
/** Stands for a handle while a heading is measured. */
const ANY_HANDLE = `#999999${HIDDEN}`;

const NOT_STARTED = {
  cancelled: '[not started: cancelled]',
  timeout: '[not started: timeout_ms was over]',
} as const;

/** How a section ended, in one line. */
function ending({ outcome }: Section, handle: string): string {
  switch (outcome.kind) {
    case 'done':
      return statusLine(outcome.value, handle);
    case 'failed':
      return `[not run: ${outcome.error.message}]`;
    case 'not-started':
      return NOT_STARTED[outcome.why];
    default:
      return outcome satisfies never;
  }
}

const NOTHING: PresentedOutput = { text: '', kept: undefined, isWhole: true, contentBytes: 0 };

const isFailed = ({ outcome }: Section): boolean =>
  outcome.kind === 'failed' || (outcome.kind === 'done' && outcome.value.exitCode !== 0);

/** How it ended, in two words. */
function shortEnding({ outcome }: Section): string {
  if (outcome.kind === 'done') return endOf(outcome.value.exitCode, outcome.value.signal);
  return outcome.kind === 'failed' ? 'not run' : 'not started';
}

const needOf = ({ outcome }: Section): number =>
  outcome.kind === 'done' ? outcome.value.output.textBytes : 0;

function resultOf({ outcome, fields }: Section, handle: string | undefined): Record<string, unknown> {
  if (outcome.kind === 'done') return { ...fields, ...statusFields(outcome.value, handle) };
  if (outcome.kind === 'failed')
    return { ...fields, error: outcome.error.code, reason: outcome.error.message };
  return { ...fields, not_started: outcome.why };
}

/** Several runs under their headings; their outputs share the budget fairly. */
export async function presentSections(
  sections: readonly Section[],
  options: SectionOptions,
  context: ToolContext,
): Promise<PresentedSections> {
  const needs = sections.map(needOf);
  const originals = handlesLine(`${context.outDir}/<n>.txt`);
  const headings = headingsWithin(
    sections.map((section, place) => ({
      heading: section.heading,
      detail: section.detail,
      ending: ending(section, ANY_HANDLE),
      isFailed: isFailed(section),
      leastBytes: Math.min(needs[place] ?? 0, LEAST_SHARE),
    })),
    options.budget - byteLength(originals) - 2,
  );
  const room = options.budget - headings.bytes;
  const isCut = needs.reduce((sum, need) => sum + need, 0) > room;
  const named = needs.map((need, place) => (headings.lines[place] === undefined ? 0 : need));
  const shares = fairShares(named, isCut ? room - byteLength(originals) - 2 : room, (place) => {
    const section = sections[place];
    return section !== undefined && isFailed(section);
  });
  const parts: string[] = [];
  const results: Record<string, unknown>[] = [];
  const kept: (KeptOriginal | undefined)[] = [];
  let contentBytes = 0;
  const unnamed: { readonly end: string; readonly handle: string | undefined }[] = [];
  for (const [place, section] of sections.entries()) {
    // Each may take some milliseconds; hooks are served in between.
    await nextTurn();
    const { outcome, label } = section;
    // Each command has its own handle, also one that says what another of the same label said.
    const isApart = sections.slice(0, place).some((other) => other.label === label);
    const how = { ...options, label, isApart, budget: shares[place] ?? 0, line: shortHandleLine };
    const output = outcome.kind === 'done' ? await presentOutput(outcome.value, how, context) : NOTHING;
    const handle = output.kept === undefined ? undefined : formatHandle(output.kept.id);
    kept.push(output.kept);
    results.push(resultOf(section, handle));
    const heading = headings.lines[place];
    if (heading === undefined) {
      unnamed.push({ end: shortEnding(section), handle });
      continue;
    }
    const isHidden = output.text === '' && !output.isWhole;
    const lines = [heading, ending(section, `${handle ?? ''}${isHidden ? HIDDEN : ''}`), output.text];
    parts.push(lines.filter((line) => line !== '').join('\n'));
    contentBytes += output.contentBytes;
  }
  if (unnamed.length > 0) {
    const ends = unnamed.map(({ end }) => end);
    parts.push(
      restLine(
        ends,
        unnamed.flatMap(({ handle }) => handle ?? []),
      ),
    );
  }
  if (isCut && kept.some((one) => one !== undefined)) parts.push(originals);
  return { text: parts.join('\n\n'), results, kept, contentBytes };
}

/** Lets go of what the runs hold, once their outputs were dealt with. */
export function releaseRuns(outcomes: readonly BatchOutcome<CodeRun>[]): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'done') continue;
    outcome.value.output.discard();
    void outcome.value.release();
  }
}
