import type { StoredFact } from '#core/session-fact.ts';
import type { SessionPlan } from '../session-state.ts';
import { foldTasks } from './tasks.ts';

/** What shows that somebody works on it. */
const CHANGES: ReadonlySet<string> = new Set(['edit', 'write', 'create', 'in_progress', 'completed']);

/** How far the tasks are that came after a plan; empty: there are none. */
function stepOf(later: readonly StoredFact[]): string {
  const tasks = foldTasks(later);
  if (tasks.length === 0) return '';
  const done = tasks.filter(({ state }) => state === 'completed').length;
  const now = tasks.find(({ state }) => state === 'in_progress')?.subject;
  const step = `${done} of ${tasks.length} tasks done`;
  return now === undefined ? step : `${step}, now: ${now}`;
}

/** The last plan, with the step that was reached where it was approved; undefined: nobody made one. */
export function foldPlan(facts: readonly StoredFact[]): SessionPlan | undefined {
  const place = facts.findLastIndex(({ kind }) => kind === 'plan');
  const last = facts[place];
  if (last === undefined) return undefined;
  const { state = '', text, atMs } = last;
  const later = state === 'approved' ? facts.slice(place + 1) : [];
  const isBegun = later.some((fact) => fact.kind === 'task' || CHANGES.has(fact.state ?? ''));
  const step = stepOf(later);
  return { state: isBegun ? 'approved, in progress' : state, text, atMs, ...(step === '' ? {} : { step }) };
}
