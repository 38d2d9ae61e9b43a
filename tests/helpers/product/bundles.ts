import { cpSync } from 'node:fs';
import { join } from 'node:path';

const REPO = join(import.meta.dirname, '..', '..', '..');
/** The built product; global-setup fails when it is missing. */
export const DIST = join(REPO, 'dist');

/** A file of the repository as it ships, by its path from the root. */
export const shipped = (path: string): string => join(REPO, path);

export interface CopyOptions {
  /** Paths below `dist/` that are left out. */
  readonly without?: readonly string[];
}

/** Copies the bundles and manifests into a folder, as a plugin manager does: no node_modules, no sources. Returns the folder. */
export function copyProduct(folder: string, { without = [] }: CopyOptions = {}): string {
  const omitted = without.map((path) => join(DIST, path));
  cpSync(DIST, join(folder, 'dist'), { recursive: true, filter: (from) => !omitted.includes(from) });
  for (const path of ['.claude-plugin', '.mcp.json', 'hooks', 'commands', 'skills', 'package.json'])
    cpSync(shipped(path), join(folder, path), { recursive: true });
  return folder;
}
