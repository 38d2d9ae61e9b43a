import { byteLength } from '#core/text/bytes.ts';
import { pack, type Writer } from './render/pack.ts';
import type { Section, SectionLine } from './render/section.ts';
import { sectionsOf } from './render/sections.ts';
import { clockOf, dayOf, minuteOf, stampOf } from './render/shown-words.ts';
import type { SessionState } from './session-state.ts';

/** Every guide begins so; a transcript that has it says that the guide arrived. */
export const GUIDE_MARK = 'Record of what was said and done in this session';

/** Hosts cut what a hook adds at 10,000 characters; this stays clear of it, envelope included. */
const HOST_BYTES = 8500;

export interface GuideOptions {
  /** Most of the text, in bytes of UTF-8. Goal and last request are in it even if they alone need more. */
  readonly budgetBytes: number;
  /** Said in the first line: why this is shown, `resumed on another day`. */
  readonly occasion?: string;
}

/** Lines of a timeline with their hour, and the day where it changes; the first day is in the opening. */
function dated(lines: readonly SectionLine[], fromMs: number): readonly string[] {
  let day = dayOf(fromMs);
  return lines.flatMap(({ text, atMs }) => {
    if (atMs === undefined) return [text];
    const line = `${clockOf(atMs)} ${text}`;
    if (dayOf(atMs) === day) return [line];
    day = dayOf(atMs);
    return [`-- ${day}`, line];
  });
}

const plainWriter = (fromMs: number): Writer => ({
  write({ title, form, atMs }: Section, lines, left) {
    // Not `+3`: beside a path that reads like a mark of a change.
    const more = left > 0 ? `${left} more` : '';
    const texts = lines.map(({ text }) => text);
    if (form === 'row') return `${title}: ${[...texts, more].filter(Boolean).join('; ')}`;
    const stamp = atMs === undefined ? '' : `, ${stampOf(atMs, fromMs)}`;
    return [`## ${title}${stamp}${more && ` (${more})`}`, ...dated(lines, fromMs)].join('\n');
  },
});

/** No instruction: what is in it was said and done, and what the user says now comes first. */
const opening = ({ fromMs, toMs }: SessionState, occasion: string): string =>
  `${GUIDE_MARK}, ${minuteOf(fromMs)} to ${stampOf(toMs, fromMs)} UTC${occasion === '' ? '' : `, ${occasion}`}. The user's newest message outranks it. More: ctx_search kind:"event" sort:"timeline".`;

/**
 * The session as a text for the model that goes on with it: dated records in up to 18 sections, the important ones first,
 * cut to the budget and counted where they are cut. Empty: nothing happened that would have to be told.
 */
export function renderGuide(state: SessionState, { budgetBytes, occasion = '' }: GuideOptions): string {
  const head = opening(state, occasion);
  const most = Math.min(budgetBytes, HOST_BYTES);
  const body = pack(sectionsOf(state, most), most - byteLength(head) - 1, plainWriter(state.fromMs));
  return body === '' ? '' : `${head}\n${body}`;
}
