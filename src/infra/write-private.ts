import { renameSync, writeFileSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import { makeFolder } from './make-folder.ts';

/** Replaces a file at once (0600, folder 0700): a reader sees the old or the new content, never a part. */
export function writePrivate(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
    makeFolder(file.slice(0, file.lastIndexOf('/')));
    writeFileSync(temporary, content, { mode: 0o600 });
  }
  renameSync(temporary, file);
}
