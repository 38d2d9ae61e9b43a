import type { StoredFact } from '#core/session-fact.ts';

/** The folder that a session works in: where it began. Empty: nobody knows. */
export const rootOf = (facts: readonly StoredFact[]): string =>
  (facts.find(({ cwd, agentId }) => cwd !== '' && agentId === undefined)?.cwd ?? '')
    .replaceAll('\\', '/')
    .replace(/\/+$/, '');

/** A path as it is shown: from the root, whole outside of it. */
export function shownPath(path: string, root: string): string {
  const plain = path.replaceAll('\\', '/');
  return root !== '' && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
}

export interface FileState {
  /** In the order of their first change. */
  readonly modified: readonly string[];
  readonly readCount: number;
}

/** Files that were changed, by whomever in the session, and how many others were read. */
export function foldFiles(facts: readonly StoredFact[], root: string): FileState {
  const modified = new Set<string>();
  const read = new Set<string>();
  for (const { kind, key, state } of facts) {
    if (kind !== 'file' || key === undefined) continue;
    if (state === 'edit' || state === 'write') modified.add(shownPath(key, root));
    else if (state === 'read') read.add(shownPath(key, root));
  }
  return { modified: [...modified], readCount: [...read].filter((path) => !modified.has(path)).length };
}
