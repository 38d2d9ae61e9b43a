import { stringField } from '#core/json.ts';
import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ToolCall, toolCall } from '../tool-call.ts';

const PATH_KEYS = ['file_path', 'notebook_path', 'path'] as const;

const pathOf = ({ input }: ToolCall): string | undefined => {
  for (const key of PATH_KEYS) {
    const value = stringField(input, key);
    if (value !== undefined && value !== '') return value.replaceAll('\\', '/');
  }
  return undefined;
};

function searched(call: ToolCall): SessionFact[] {
  const pattern = stringField(call.input, 'pattern') ?? '';
  const inside = pathOf(call);
  if (pattern === '') return [];
  return [
    { kind: 'file', key: pattern, state: call.act, text: inside ? `${pattern} in ${inside}` : pattern },
  ];
}

/** Files read, changed and looked for. A call that failed or was denied changed nothing and says nothing. */
export const file: FactExtractor = {
  priority: 1,
  extract(event) {
    const call = toolCall(event);
    if (call === undefined || !call.ok) return [];
    if (call.act === 'glob' || call.act === 'grep') return searched(call);
    if (call.act !== 'read' && call.act !== 'edit' && call.act !== 'write') return [];
    const path = pathOf(call);
    return path === undefined ? [] : [{ kind: 'file', key: path, state: call.act, text: path }];
  },
};
