import type { FactKind, StoredFact } from '#core/session-fact.ts';
import { foldErrors } from './fold/errors.ts';
import { foldFiles, rootOf, shownPath } from './fold/files.ts';
import { foldGit } from './fold/git.ts';
import { foldPlan } from './fold/plan.ts';
import { foldSaid, goalPlace } from './fold/said.ts';
import { foldTasks } from './fold/tasks.ts';
import type { SessionState } from './session-state.ts';

/** The last text of each key, in the order of the last mention. */
function latest(facts: readonly StoredFact[], kind: FactKind): readonly string[] {
  const texts = new Map<string, string>();
  for (const fact of facts) {
    if (fact.kind !== kind) continue;
    const key = fact.key ?? fact.text;
    texts.delete(key);
    texts.set(key, fact.text);
  }
  return [...texts.values()];
}

/** Each text once, in the order of the first mention. */
const distinct = (facts: readonly StoredFact[], kind: FactKind): readonly string[] => [
  ...new Set(facts.filter((fact) => fact.kind === kind).map(({ text }) => text)),
];

/** A report says more than the order that it answers; both are one piece of work. */
function subagentsOf(facts: readonly StoredFact[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const { kind, key, text } of facts) {
    if (kind !== 'subagent') continue;
    const known = texts.get(key ?? text);
    if (known === undefined || !known.includes(' => ') || text.split(': ').length > 1)
      texts.set(key ?? text, text);
  }
  return [...texts.values()];
}

function compactionOf(facts: readonly StoredFact[]): { text: string; atMs: number } | undefined {
  const last = facts.findLast(({ kind, text }) => kind === 'compaction' && text !== '');
  return last === undefined ? undefined : { text: last.text, atMs: last.atMs };
}

/**
 * What the facts of one session mean together: what is current, what was replaced, what is still open. The order of `facts`
 * does not matter, their ids do. No facts: an empty state.
 */
export function foldFacts(facts: readonly StoredFact[]): SessionState {
  const ordered = [...facts].sort((one, other) => one.id - other.id);
  const root = rootOf(ordered);
  const said = foldSaid(ordered);
  const goalAt = goalPlace(said);
  const lastAt = said.findLastIndex(({ who, isPrompt }) => who === 'user' && isPrompt);
  const goal = said[goalAt];
  const lastRequest = said[lastAt];
  const plan = foldPlan(ordered);
  const compaction = compactionOf(ordered);
  const errors = foldErrors(ordered);
  return {
    root,
    fromMs: ordered[0]?.atMs ?? 0,
    // That a rules file was read again is nothing that happened in it.
    toMs: (ordered.findLast(({ kind }) => kind !== 'rule') ?? ordered.at(-1))?.atMs ?? 0,
    ...(goal === undefined ? {} : { goal }),
    ...(lastRequest === undefined || lastAt === goalAt ? {} : { lastRequest }),
    said: said.filter((_line, place) => place !== goalAt && place !== lastAt),
    ...(plan === undefined ? {} : { plan }),
    tasks: foldTasks(ordered),
    ...foldFiles(ordered, root),
    openErrors: errors.open,
    resolvedErrors: errors.resolved,
    git: foldGit(ordered),
    // Where it began says nothing new.
    environment: latest(ordered, 'environment').filter((text) => text !== `cd ${root}`),
    rules: distinct(ordered, 'rule').map((path) => shownPath(path, root)),
    mcp: distinct(ordered, 'mcp'),
    subagents: subagentsOf(ordered),
    skills: latest(ordered, 'skill'),
    data: latest(ordered, 'data'),
    roles: latest(ordered, 'role'),
    intents: latest(ordered, 'intent'),
    ...(compaction === undefined ? {} : { compaction }),
  };
}
