import { stringField } from '#core/json.ts';
import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { shellParts } from '../shell-parts.ts';
import { type ToolCall, toolCall } from '../tool-call.ts';
import { errorLines } from '../words/error-lines.ts';
import { isRefused } from '../words/refusal.ts';

/** Programs that only look: their success mends nothing, their failure is an answer. */
const LOOKERS =
  /^(?:ls|cat|head|tail|less|grep|rg|ag|find|fd|echo|printf|pwd|cd|which|type|whereis|file|stat|wc|diff|tree|du|df|ps|env|printenv|date|true|test|\[|sed|awk|cut|sort|uniq|jq|man|history|sleep|export|source|mkdir|touch|git)$/;
/** Calls that missed their target: the agent tries again at once, and nothing is broken by it. */
const MISSES: ReadonlySet<string> = new Set([
  'edit',
  'write',
  'plan-exit',
  'ask',
  'task-create',
  'task-update',
  'todo-list',
]);
/** The longest command that is kept as a key, in UTF-16 units. */
const COMMAND = 300;
/** A summary that says that something failed, in an output whose exit code says nothing. */
const SAYS_FAILED =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^(?:FAILED|FAIL)\b|^error(?:\[\w+\])?:/m;

/** The parts of a command line that do something, as one text. Empty: it only looks. */
function working(command: string): { readonly text: string; readonly isMasked: boolean } {
  const parts = shellParts(command).filter(({ words }) => !LOOKERS.test(words[0] ?? ''));
  return {
    text: parts
      .map(({ text }) => text)
      .join(' && ')
      .slice(0, COMMAND),
    isMasked: parts.some((part) => part.isMasked),
  };
}

function ofShell(call: ToolCall, command: string): SessionFact[] {
  const { text: key, isMasked } = working(command);
  if (key === '') return [];
  const failed = !call.ok || (isMasked && SAYS_FAILED.test(call.output));
  if (!failed)
    return isMasked && !/\bpassed\b|\bok\b/i.test(call.output)
      ? []
      : [{ kind: 'error', key, state: 'passed', text: key }];
  const lines = errorLines(call.output, key);
  return [{ kind: 'error', key, state: 'failed', text: [key, ...lines].join('\n') }];
}

/** Failures with their head, and the successes that mend them. A call that somebody refused did not fail. */
export const error: FactExtractor = {
  priority: 2,
  extract(event) {
    const call = toolCall(event);
    if (call === undefined || isRefused(call)) return [];
    if (call.command !== undefined) return ofShell(call, call.command);
    if (call.act === 'read' || call.act === 'glob' || call.act === 'grep' || call.act === 'own') return [];
    const path = stringField(call.input, 'file_path') ?? '';
    const key = `${call.toolName} ${path}`.trim();
    if (!call.ok)
      return [
        {
          kind: 'error',
          key,
          state: MISSES.has(call.act) ? 'missed' : 'failed',
          text: [key, ...errorLines(call.output)].join('\n'),
        },
      ];
    return [];
  },
};
