import type { FactExtractor } from '../extractor.ts';
import { toolCall } from '../tool-call.ts';
import { isCorrection } from '../words/corrections.ts';
import { userRefusal } from '../words/refusal.ts';
import { passages } from '../words/sentences.ts';
import { isSmallTalk } from '../words/small-talk.ts';
import { userWords } from './prompt.ts';

/**
 * Where the user set something right: in a prompt, or in what he wrote when he refused a call. Nothing that a tool or a page
 * says can be one.
 */
export const correction: FactExtractor = {
  priority: 2,
  extract(event) {
    const call = toolCall(event);
    const refusal = call === undefined ? '' : userRefusal(call);
    const said = passages(userWords(event), (sentence) => !isSmallTalk(sentence) && isCorrection(sentence));
    return [...said, refusal].filter(Boolean).map((text) => ({ kind: 'correction', text }));
  },
};
