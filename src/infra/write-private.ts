import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import { makeFolder } from './make-folder.ts';

/** Exclusively: nothing that is there is written to, nor what a link leads to. */
const NEW = { mode: 0o600, flag: 'wx' } as const;

/** Replaces a file at once (0600, folder 0700): a reader sees the old or the new content, never a part. */
export function writePrivate(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, NEW);
  } catch (thrown) {
    const code = systemCode(thrown);
    // A process with this number left it, or somebody put a link there.
    if (code === 'EEXIST') rmSync(temporary);
    else if (code === 'ENOENT') makeFolder(file.slice(0, file.lastIndexOf('/')));
    else throw thrown;
    writeFileSync(temporary, content, NEW);
  }
  renameSync(temporary, file);
}
