import { stringField } from '#core/json.ts';
import type { FactExtractor } from '../extractor.ts';
import { toolCall } from '../tool-call.ts';

/** Skills that were used, by name. */
export const skill: FactExtractor = {
  priority: 3,
  extract(event) {
    const call = toolCall(event);
    if (call?.act !== 'skill' || !call.ok) return [];
    const name =
      stringField(call.input, 'skill') ??
      stringField(call.input, 'command') ??
      stringField(call.input, 'name');
    return name ? [{ kind: 'skill', key: name, text: name }] : [];
  },
};
