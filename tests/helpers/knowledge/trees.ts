import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Walk, type WalkRequest, walkFolder } from '../../../src/features/knowledge/walk/walk-folder.ts';
import { tempFolder } from '../store/programs.ts';

/** Files by their path; a path that ends with a slash is an empty folder. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** Writes the files into a new temporary folder, or the given one; returns the folder. */
export function makeTree(tree: Tree, root = tempFolder()): string {
  for (const [name, content] of Object.entries(tree)) {
    const path = join(root, name);
    if (name.endsWith('/')) mkdirSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return root;
}

const LIMITS = { maxFiles: 1_000, maxDepth: 32, maxFileBytes: 100_000, maxBytes: 1_000_000 };

export function walkOf(folder: string, options: Partial<WalkRequest> = {}): Walk {
  return walkFolder({
    folder,
    include: [],
    exclude: [],
    limits: LIMITS,
    avoid: [],
    isCancelled: () => false,
    ...options,
  });
}

/** Names of the files that a walk takes, sorted. */
export const taken = (folder: string, options: Partial<WalkRequest> = {}): readonly string[] =>
  walkOf(folder, options)
    .files.map(({ name }) => name)
    .toSorted();
