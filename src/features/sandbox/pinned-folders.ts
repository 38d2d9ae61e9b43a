import { dirname } from 'node:path';
import { isWithin, type Mount } from './profile.ts';

/**
 * Folders around what is denied, the outer ones first. Mounted over themselves none of them can be moved away from where the
 * rules find what is in it. Not those that are not writable anyway, and not those in which something else is mounted
 * already: it would be covered.
 */
export function pinnedFolders(
  denied: readonly string[],
  roots: readonly string[],
  mounts: readonly Mount[],
): readonly string[] {
  const folders = new Set<string>();
  for (const path of denied)
    for (const root of roots)
      for (let folder = dirname(path); folder !== root && isWithin(folder, root); folder = dirname(folder))
        folders.add(folder);
  return [...folders]
    .filter((folder) => mounts.findLast(({ path }) => isWithin(folder, path))?.kind === 'writable')
    .filter((folder) => !mounts.some(({ path }) => isWithin(path, folder)))
    .sort((one, other) => one.length - other.length);
}
