import type { FactExtractor } from '../extractor.ts';
import { givesReason, isRejection } from '../words/choices.ts';
import { passages } from '../words/sentences.ts';
import { userWords } from './prompt.ts';
import { assistantWords } from './statement.ts';

/** Approaches that were turned down, by the user or by the assistant, with the reason that was given beside it. */
export const rejected: FactExtractor = {
  priority: 2,
  extract: (event) => [
    ...passages(userWords(event), isRejection).map((text) => ({
      kind: 'rejected' as const,
      state: 'user',
      text,
    })),
    ...passages(assistantWords(event), isRejection, givesReason).map((text) => ({
      kind: 'rejected' as const,
      state: 'assistant',
      text,
    })),
  ],
};
