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

/** True when the success of one command says that what failed in the other is mended: the same, or more was run. */
function mends(one: readonly string[], other: readonly string[]): boolean {
  if (one[0] === undefined || one[0] !== other[0]) return false;
  const isWider = one.every((word) => other.some((narrower) => covers(word, narrower)));
  const isLonger = other.every((word) => one.some((wider) => covers(wider, word)));
  return isWider || isLonger;
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
    const names = namesOf(passed);
    for (const [failed, { names: others }] of [...open]) {
      if (failed !== passed && !mends(names, others)) continue;
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
