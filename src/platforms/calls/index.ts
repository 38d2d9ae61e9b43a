import type { HookEvent } from '#core/hook-event.ts';
import { cursorCalls } from './cursor.ts';
import { geminiCalls } from './gemini.ts';
import { kiroCalls } from './kiro.ts';
import { type CallVocabulary, commonEvent } from './vocabulary.ts';

const VOCABULARIES: Readonly<Record<string, CallVocabulary>> = {
  'gemini-cli': geminiCalls,
  cursor: cursorCalls,
  kiro: kiroCalls,
  kiro2: kiroCalls,
};

/** Undefined for an agent that speaks the reference vocabulary, or is not known. */
export const callsOf = (platformId: string): CallVocabulary | undefined =>
  Object.hasOwn(VOCABULARIES, platformId) ? VOCABULARIES[platformId] : undefined;

/** The event with its call in the reference vocabulary, whoever sent it. */
export function inCommonWords(event: HookEvent): HookEvent {
  const vocabulary = callsOf(event.platform);
  return vocabulary === undefined ? event : commonEvent(event, vocabulary);
}
