import { linkSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '#core/errors.ts';
import { makeFolder } from '#infra/make-folder.ts';

/**
 * Moves a file to where none is, by a second name: renaming over a file, even an empty one, makes some file systems write
 * out all of the text before it returns. `taken`: there is a file; undefined where the disk knows no such links, or it is
 * another disk.
 */
export function moveByLink(file: string, target: string): 'moved' | 'taken' | undefined {
  try {
    makeFolder(dirname(target));
    linkSync(file, target);
  } catch (thrown) {
    return systemCode(thrown) === 'EEXIST' ? 'taken' : undefined;
  }
  rmSync(file, { force: true });
  return 'moved';
}
