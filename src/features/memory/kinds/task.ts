import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { byteLength } from '#core/text/bytes.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ToolCall, toolCall } from '../tool-call.ts';

/** A list is one row, which holds 2,048 bytes. */
const LIST_BYTES = 1900;

const text = (record: JsonRecord, ...keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
};

function created({ input, response, output }: ToolCall): SessionFact[] {
  const task = isRecord(response) && isRecord(response.task) ? response.task : undefined;
  const id = (task && text(task, 'id', 'taskId')) ?? /#(\w+)/.exec(output)?.[1];
  const subject = text(input, 'subject', 'title', 'content') ?? (task && text(task, 'subject'));
  if (subject === undefined) return [];
  return [{ kind: 'task', key: id ?? subject, state: 'pending', text: subject }];
}

function updated({ input }: ToolCall): SessionFact[] {
  const id = text(input, 'taskId', 'task_id', 'id');
  const status = text(input, 'status');
  const subject = text(input, 'subject') ?? '';
  if (id === undefined || (status === undefined && subject === '')) return [];
  return [{ kind: 'task', key: id, ...(status === undefined ? {} : { state: status }), text: subject }];
}

const SIGNS: Readonly<Record<string, string>> = {
  completed: 'x',
  in_progress: '~',
  cancelled: '-',
  deleted: '-',
};

/** The whole list as lines `[ ] subject`; a list that is too long loses what is done, then its end. */
function listed({ input }: ToolCall): SessionFact[] {
  const todos = Array.isArray(input.todos) ? input.todos.filter(isRecord) : [];
  const lines = todos.flatMap((todo) => {
    const sign = SIGNS[stringField(todo, 'status') ?? ''] ?? ' ';
    const subject = text(todo, 'content', 'subject', 'title') ?? '';
    return subject === '' ? [] : [`[${sign}] ${subject.replace(/\s+/g, ' ')}`];
  });
  const size = (some: readonly string[]): number => byteLength(some.join('\n'));
  let kept = size(lines) > LIST_BYTES ? lines.filter((line) => !/^\[[x-]\]/.test(line)) : lines;
  while (size(kept) > LIST_BYTES) kept = kept.slice(0, -1);
  return [{ kind: 'task', key: 'list', state: 'list', text: kept.join('\n') }];
}

/** Tasks: made, changed by their id, or the whole list at once. */
export const task: FactExtractor = {
  priority: 1,
  extract(event) {
    const call = toolCall(event);
    if (call === undefined || !call.ok) return [];
    if (call.act === 'task-create') return created(call);
    if (call.act === 'task-update') return updated(call);
    return call.act === 'todo-list' ? listed(call) : [];
  },
};
