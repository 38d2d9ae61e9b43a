import type { StoredFact } from '#core/session-fact.ts';
import type { OpenError } from '../session-state.ts';

/** Words of a command that say what is run on what; options and redirections do not. */
const namesOf = (command: string): readonly string[] =>
  command
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:-|\d?[<>|&]|[A-Z_]+=)/.test(word))
    .map((word) => word.replace(/^\.\//, ''));

/** `./...` and `tests/` stand for what lies in them. */
const covers = (wider: string, narrower: string): boolean =>
  wider === narrower ||
  wider === '...' ||
  (/[/.]$/.test(wider) && narrower.startsWith(wider.replace(/\.+$/, '')));

/** A file, a folder or a module: what a program is run on. */
const isTarget = (word: string): boolean => /[/.:]/.test(word);

/** True when the success of one command says that what failed in the other is mended: the same, or more was run. */
function mends(one: readonly string[], other: readonly string[]): boolean {
  if (one[0] === undefined || one[0] !== other[0]) return false;
  if (one.every((word) => other.some((narrower) => covers(word, narrower)))) return true;
  // More words are more targets where some were named; else they are a part of what was run.
  return other.slice(1).some(isTarget) && other.every((word) => one.some((wider) => covers(wider, word)));
}

export interface ErrorState {
  readonly open: readonly OpenError[];
  readonly resolved: number;
}

/** Failures that nothing mended since, oldest first. */
export function foldErrors(facts: readonly StoredFact[]): ErrorState {
  const open = new Map<string, OpenError & { readonly names: readonly string[] }>();
  let resolved = 0;
  const close = (passed: string): void => {
    const passedParts = passed.split(' && ').map(namesOf);
    for (const [failed, { names: others }] of [...open]) {
      if (failed !== passed && !passedParts.some((names) => mends(names, others))) continue;
      open.delete(failed);
      resolved += 1;
    }
  };
  for (const { kind, key = '', state, text, atMs } of facts) {
    if (kind !== 'error' || state === 'missed') continue;
    if (state === 'passed') {
      if (open.size > 0) close(key);
      continue;
    }
    const times = (open.get(key)?.times ?? 0) + 1;
    open.delete(key);
    open.set(key, { command: key, lines: text.split('\n').slice(1), times, atMs, names: namesOf(key) });
  }
  return { open: [...open.values()].map(({ names: _names, ...error }) => error), resolved };
}
