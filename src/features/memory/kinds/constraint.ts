import type { FactExtractor } from '../extractor.ts';
import { isConstraint } from '../words/constraints.ts';
import { passages } from '../words/sentences.ts';
import { isSmallTalk } from '../words/small-talk.ts';
import { userWords } from './prompt.ts';

/** What the user said has to hold. From prompts only: no tool and no page can say it. */
export const constraint: FactExtractor = {
  priority: 2,
  extract: (event) =>
    passages(userWords(event), (sentence) => !isSmallTalk(sentence) && isConstraint(sentence)).map(
      (text) => ({
        kind: 'constraint',
        text,
      }),
    ),
};
