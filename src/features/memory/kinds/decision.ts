import type { FactExtractor } from '../extractor.ts';
import { givesReason, isChoice, isRejection, isTaken } from '../words/choices.ts';
import { passages } from '../words/sentences.ts';
import { namesSomething } from '../words/values.ts';
import { userWords } from './prompt.ts';
import { assistantWords } from './statement.ts';

/** A choice, or a reason for something that is named. */
const isDecision = (sentence: string): boolean =>
  !isRejection(sentence) &&
  (isChoice(sentence) || (givesReason(sentence) && (isTaken(sentence) || namesSomething(sentence))));

/** What was decided, with its reason: by the user, or by the assistant in its own text. Never from what a tool printed. */
export const decision: FactExtractor = {
  priority: 2,
  extract: (event) => [
    ...passages(userWords(event), isChoice).map((text) => ({
      kind: 'decision' as const,
      state: 'user',
      text,
    })),
    ...passages(assistantWords(event), isDecision, givesReason).map((text) => ({
      kind: 'decision' as const,
      state: 'assistant',
      text,
    })),
  ],
};
