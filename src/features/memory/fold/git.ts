import type { StoredFact } from '#core/session-fact.ts';
import type { GitState } from '../session-state.ts';

/** Where git stands: the last branch, commits, stashes that were not taken back, renames. */
export function foldGit(facts: readonly StoredFact[]): GitState {
  const own = facts.filter(({ kind, agentId }) => kind === 'git' && agentId === undefined);
  const all = facts.filter(({ kind }) => kind === 'git');
  const texts = (state: string): readonly string[] =>
    all.filter((fact) => fact.state === state).map(({ text }) => text);
  const branch = own.findLast(({ state }) => state === 'branch')?.text;
  const stashes: string[] = [];
  for (const text of texts('stash')) {
    if (/\bstash (?:pop|drop)\b/.test(text)) stashes.pop();
    else if (/\bstash clear\b/.test(text)) stashes.length = 0;
    else if (!/\bstash apply\b/.test(text)) stashes.push(text);
  }
  const known: readonly string[] = ['branch', 'commit', 'stash', 'rename'];
  return {
    ...(branch === undefined ? {} : { branch }),
    commits: texts('commit'),
    stashes,
    renames: texts('rename'),
    others: all.filter(({ state }) => !known.includes(state ?? '')).map(({ text }) => text),
  };
}
