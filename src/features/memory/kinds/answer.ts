import { isRecord, toJson } from '#core/json.ts';
import type { FactExtractor } from '../extractor.ts';
import { toolCall } from '../tool-call.ts';

const shown = (answer: unknown): string =>
  typeof answer === 'string'
    ? answer
    : Array.isArray(answer)
      ? answer.map(shown).join(', ')
      : (toJson(answer) ?? '');

/** What the user answered to a question of the agent. The options that he did not choose are not kept. */
export const answer: FactExtractor = {
  priority: 2,
  extract(event) {
    const call = toolCall(event);
    if (call?.act !== 'ask' || !call.ok || !isRecord(call.response)) return [];
    const answers = isRecord(call.response.answers) ? call.response.answers : {};
    return Object.entries(answers)
      .filter(([, given]) => shown(given) !== '')
      .map(([question, given]) => ({
        kind: 'answer',
        key: question,
        text: `${question} -> ${shown(given)}`,
      }));
  },
};
