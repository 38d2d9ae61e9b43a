import { isRecord, stringField } from '#core/json.ts';
import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ToolCall, toolCall } from '../tool-call.ts';
import { plainLines } from '../words/plain-lines.ts';

/** Enough of a report to know what came out, in UTF-16 units. */
const REPORT = 400;
const ASKED = 100;

/** The beginning of a report, without lines that speak to whoever reads it. */
const headOf = (report: string): string => plainLines(report).join(' ').slice(0, REPORT);

function delegated({ input, response, output, ok }: ToolCall): SessionFact[] {
  const answer = isRecord(response) ? response : {};
  const type = stringField(input, 'subagent_type') ?? 'agent';
  const description = stringField(input, 'description') ?? '';
  const asked = (stringField(input, 'prompt') ?? '').split('\n', 1)[0]?.slice(0, ASKED) ?? '';
  const key = stringField(answer, 'agentId') ?? description;
  const isDone = ok && stringField(answer, 'status') !== 'async_launched';
  const text = [`${type}: ${[description, asked].filter(Boolean).join(': ')}`, isDone ? headOf(output) : ''];
  return [
    {
      kind: 'subagent',
      key,
      state: ok ? (isDone ? 'done' : 'started') : 'failed',
      text: text.filter(Boolean).join(' => '),
    },
  ];
}

/** Work that was given to subagents, and what they reported. */
export const subagent: FactExtractor = {
  priority: 3,
  extract(event) {
    const call = toolCall(event);
    if (call?.act === 'delegate') return delegated(call);
    // The host's own summariser has no type.
    if (event.name !== 'subagent_stop' || !event.agentType || !event.agentId) return [];
    const report = headOf(event.message ?? '');
    return report === ''
      ? []
      : [{ kind: 'subagent', key: event.agentId, state: 'done', text: `${event.agentType} => ${report}` }];
  },
};
