import type { StoredFact } from '#core/session-fact.ts';
import { foldFacts } from '../fold.ts';
import { renderGuide } from '../guide.ts';
import { minuteOf } from '../render/shown-words.ts';
import type { SessionState } from '../session-state.ts';
import { renderSnapshot } from '../snapshot.ts';
import { summaryHint } from '../summary-hint.ts';
import type { MemorySettings } from './settings.ts';

/** Stands in every guide, and in the line of a transcript that says that it arrived. */
export const GUIDE_MARK = 'newest message outranks all of it';

/** What is made of facts. Pure: the same facts, the same text. */
export interface MemoryTexts {
  /** For the table of snapshots. */
  snapshot(facts: readonly StoredFact[]): string;
  /** For the model, after its context is gone or was taken up again. Empty: nothing is worth it. */
  guide(facts: readonly StoredFact[], source: string): string;
  /** What a summary must keep, for the model that writes it. Empty: nothing. */
  hint(facts: readonly StoredFact[]): string;
  /** After the user began anew. */
  readonly cleared: string;
  /** One line on a session that was left in the middle. Empty: it was not. */
  unfinished(facts: readonly StoredFact[]): string;
}

/** In the order in which they are given, whenever they were recorded. */
const fold = (facts: readonly StoredFact[]): SessionState =>
  foldFacts(facts.map((fact, place) => ({ ...fact, id: place })));

const count = (n: number, one: string): readonly string[] =>
  n === 0 ? [] : [`${n} open ${one}${n === 1 ? '' : 's'}`];

/** It stands in the context of every session that begins here, so it is short. */
function unfinishedLine({ tasks, openErrors, toMs }: SessionState): string {
  const open = tasks.filter(({ state }) => state !== 'completed' && state !== 'deleted');
  const left = [...count(open.length, 'task'), ...count(openErrors.length, 'error')].join(', ');
  return left === '' ? '' : `Left here ${minuteOf(toMs)} UTC: ${left}; ctx_search kind:"event".`;
}

/** The texts of a session's memory, by the user's settings. */
export const memoryTexts = (settings: () => MemorySettings): MemoryTexts => ({
  snapshot: (facts) => renderSnapshot(fold(facts), { budgetBytes: settings().snapshotBytes }),
  guide: (facts, source) =>
    renderGuide(fold(facts), {
      budgetBytes: settings().guideBytes,
      occasion: source === 'resume' ? 'taken up again' : 'kept across compaction',
    }),
  hint: (facts) => summaryHint(fold(facts)),
  cleared: 'plimsoll: what earlier sessions left is kept and can be searched; /ctx-purge removes it.',
  unfinished: (facts) => unfinishedLine(fold(facts)),
});
