import type { StoredFact } from '#core/session-fact.ts';
import { byteLength } from '#core/text/bytes.ts';
import { foldFacts } from '../fold.ts';
import { renderGuide } from '../guide.ts';
import { minuteOf } from '../render/shown-words.ts';
import type { SessionState } from '../session-state.ts';
import { renderSnapshot } from '../snapshot.ts';
import { summaryHint } from '../summary-hint.ts';
import type { MemorySettings } from './settings.ts';

/** What is made of a session's facts. Pure: the same facts, the same text. */
export interface SessionTexts {
  /** For the table of snapshots. */
  snapshot(): string;
  /** For the model, after its context is gone or was taken up again. Empty: nothing is worth it. */
  guide(occasion: string): string;
  /** What a summary must keep, for the model that writes it. Empty: nothing. */
  hint(): string;
  /** One line on a session that was left in the middle. Empty: it was not. */
  unfinished(): string;
}

export interface MemoryTexts {
  /** Facts in the order in which they happened. */
  of(facts: readonly StoredFact[]): SessionTexts;
  /** Changes with what texts are made by: this program, and the settings. */
  readonly version: string;
  /** After the user began anew. */
  readonly cleared: string;
}

const count = (n: number, one: string): readonly string[] =>
  n === 0 ? [] : [`${n} open ${one}${n === 1 ? '' : 's'}`];

/** It stands in the context of every session that begins here, so it is short. */
function unfinishedLine({ tasks, openErrors, toMs }: SessionState): string {
  const open = tasks.filter(({ state }) => state !== 'completed' && state !== 'deleted');
  const left = [...count(open.length, 'task'), ...count(openErrors.length, 'error')].join(', ');
  return left === '' ? '' : `Left here ${minuteOf(toMs)} UTC: ${left}; ctx_search kind:"event".`;
}

/** Of what a summary is told to keep, as a list in JSON: it stands in every summary's instructions, and after it in the context. */
const HINT_BYTES = 1_024;

/** The lines without what does not fit; the least important ones come last. */
function fitted(hint: string): string {
  const lines = hint.split('\n').map((line) => line.replace(/^- /, ''));
  while (lines.length > 1 && byteLength(JSON.stringify(lines, null, 1)) > HINT_BYTES) lines.pop();
  return lines.join('\n');
}

/**
 * The texts of a session's memory, by the user's settings.
 * @param program its version
 */
export const memoryTexts = (settings: () => MemorySettings, program = ''): MemoryTexts => ({
  of(facts) {
    // Ids say when a fact was recorded, which can be long after it happened.
    const state = foldFacts(facts.map((fact, place) => ({ ...fact, id: place })));
    return {
      snapshot: () => renderSnapshot(state, { budgetBytes: settings().snapshotBytes }),
      guide: (occasion) => renderGuide(state, { budgetBytes: settings().guideBytes, occasion }),
      hint: () => fitted(summaryHint(state)),
      unfinished: () => unfinishedLine(state),
    };
  },
  get version() {
    return `${program} ${settings().guideBytes}`;
  },
  cleared: 'plimsoll: what earlier sessions left is kept and can be searched; /ctx-purge removes it.',
});
