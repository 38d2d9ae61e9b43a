import type { StoredFact } from '#core/session-fact.ts';
import type { SessionTask } from '../session-state.ts';

const STATES: Readonly<Record<string, string>> = {
  x: 'completed',
  '~': 'in_progress',
  '-': 'deleted',
  ' ': 'pending',
};

function listed(text: string): readonly SessionTask[] {
  return text.split('\n').flatMap((line) => {
    const [, sign = '', subject = ''] = /^\[(.)\] (.+)$/.exec(line) ?? [];
    return subject === '' ? [] : [{ subject, state: STATES[sign] ?? 'pending' }];
  });
}

/** Tasks as they stand: by id, or as the last list has them. Deleted ones are gone. */
export function foldTasks(facts: readonly StoredFact[]): readonly SessionTask[] {
  const byId = new Map<string, SessionTask>();
  let list: readonly SessionTask[] = [];
  for (const { kind, key, state, text } of facts) {
    if (kind !== 'task' || key === undefined) continue;
    if (state === 'list') {
      list = listed(text);
      continue;
    }
    const known = byId.get(key);
    byId.set(key, {
      id: key,
      subject: text || known?.subject || '',
      state: state ?? known?.state ?? 'pending',
    });
  }
  return [...byId.values(), ...list].filter(({ state, subject }) => state !== 'deleted' && subject !== '');
}
