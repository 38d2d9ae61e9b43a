import { isRecord, stringField } from '#core/json.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ToolCall, toolCall } from '../tool-call.ts';
import { userRefusal } from '../words/refusal.ts';

/** Enough of a plan to know which it is, in UTF-16 units; the file has the rest. */
const HEAD = 300;

function planOf({ input, response }: ToolCall): { key: string; text: string } {
  const answered = isRecord(response) ? response : {};
  const path =
    stringField(answered, 'filePath') ??
    stringField(input, 'planFilePath') ??
    stringField(input, 'plan_file');
  const plan = stringField(answered, 'plan') ?? stringField(input, 'plan') ?? '';
  const head = plan
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .filter(Boolean)
    .join('; ')
    .slice(0, HEAD);
  return { key: path ?? 'plan', text: [path, head].filter(Boolean).join(': ') || 'plan' };
}

/** Plan mode: entered, and the plan that was approved or refused. */
export const plan: FactExtractor = {
  priority: 2,
  extract(event) {
    const call = toolCall(event);
    if (call?.act === 'plan-enter' && call.ok)
      return [{ kind: 'plan', key: 'mode', state: 'started', text: 'planning' }];
    if (call?.act !== 'plan-exit') return [];
    const { key, text } = planOf(call);
    if (call.ok) return [{ kind: 'plan', key, state: 'approved', text }];
    const said = userRefusal(call);
    return [{ kind: 'plan', key, state: 'rejected', text: said ? `${text}; the user: ${said}` : text }];
  },
};
