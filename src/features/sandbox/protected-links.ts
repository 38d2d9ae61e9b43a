import { randomBytes } from 'node:crypto';
import { lstatSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_IF_THERE, PROTECTED_NAMES } from './protected-paths.ts';

/** A protected name that is a link. */
interface ProtectedLink {
  readonly path: string;
  readonly target: string;
}

/** Where the link leads; undefined when there is none. */
function targetOf(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The protected names in these folders that are links. A mount lies on what a link leads to, never on the link: confined
 * code cannot change what is there, but can put something else in the place of the link.
 */
export const lookAtLinks = (folders: readonly string[]): readonly ProtectedLink[] =>
  folders.flatMap((folder) =>
    [...PROTECTED_NAMES, ...PROTECTED_IF_THERE].flatMap((name) => {
      const path = join(folder, name);
      const target = targetOf(path);
      return target === undefined ? [] : [{ path, target }];
    }),
  );

/** Puts links back that are no longer as they were, and what took their places aside, beside them. Their paths. */
export function putLinksBack(links: readonly ProtectedLink[]): readonly string[] {
  return links
    .filter(({ path, target }) => targetOf(path) !== target)
    .map(({ path, target }) => {
      try {
        if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
          renameSync(path, `${path}.replaced-${randomBytes(4).toString('hex')}`);
        symlinkSync(target, path);
      } catch {
        // Then the note is all that can be done.
      }
      return path;
    });
}
