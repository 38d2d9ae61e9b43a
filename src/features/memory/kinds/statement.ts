import type { HookEvent } from '#core/hook-event.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import type { FactExtractor } from '../extractor.ts';
import { givesReason, isChoice, isRejection } from '../words/choices.ts';
import { sentences } from '../words/sentences.ts';
import { isSmallTalk } from '../words/small-talk.ts';
import { namesSomething } from '../words/values.ts';

/** So much of a long report is looked at from either end, in UTF-16 units: what was decided stands there. */
const END_UNITS = 8192;
/** Counts of a test run say nothing that lasts. */
const TEST_RESULT = /\b\d+ (?:passed|failed|passing|failing|tests?|skipped)\b/i;

/** What the assistant said at the end of a turn, to the user; empty elsewhere. A subagent speaks to the assistant only. */
export function assistantWords(event: HookEvent): string {
  if (event.name !== 'stop' || event.agentId !== undefined) return '';
  const message = event.message ?? '';
  const ends =
    message.length <= 2 * END_UNITS
      ? message
      : `${sliceWhole(message, 0, END_UNITS)}\n${sliceWhole(message, -END_UNITS)}`;
  return ends.replace(/```[\s\S]*?(?:```|$)/g, '').replace(/<[^>\n]{1,200}>/g, ' ');
}

/** Other sentences of the assistant that name a thing or a value: where something lives, how it is called now. */
export const statement: FactExtractor = {
  priority: 3,
  extract: (event) =>
    sentences(assistantWords(event))
      .filter(
        (sentence) =>
          namesSomething(sentence) &&
          !TEST_RESULT.test(sentence) &&
          !isSmallTalk(sentence) &&
          !isRejection(sentence) &&
          !isChoice(sentence) &&
          !givesReason(sentence),
      )
      .map((text) => ({ kind: 'statement', text })),
};
