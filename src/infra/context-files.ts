import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { KIB } from '#core/units.ts';
import { makeFolder } from './make-folder.ts';
import { readSmall } from './read-small.ts';
import { fileSafe } from './spool.ts';
import { writePrivate } from './write-private.ts';

/** None of these files is longer than a few lines. */
const MAX_BYTES = 64 * KIB;

/** What is kept in `<home>/context/` about one session, each in a file of its own. */
export type ContextFile = 'json' | 'state' | 'kept' | 'told' | 'fell' | `claim-${number}` | `once-${string}`;

/** An object that was read back, and when its file was written. */
interface KeptObject {
  readonly value: JsonRecord;
  readonly changedMs: number;
}

/** The small files about one session's context; what cannot be read counts as absent. */
export interface ContextFiles {
  /** Undefined when there is no such file of ours. A file that holds no object gives an empty one. */
  read(file: ContextFile): KeptObject | undefined;
  /** Replaces the file at once. @throws the file system's error */
  write(file: ContextFile, value: object): void;
  /** Makes the file; false when it is there already, whatever it is. @throws the file system's error */
  create(file: ContextFile, value: object): boolean;
  /** Puts a file in the place of another. @throws the file system's error */
  rename(from: ContextFile, to: ContextFile): void;
  /** Nothing happens when it is not there. @throws the file system's error */
  remove(file: ContextFile): void;
}

export const contextFolder = (home: string): string => `${home}/context`;

/** The files of a session. Nothing is created before something is written. */
export function contextFiles(home: string, sessionId: string): ContextFiles {
  const folder = contextFolder(home);
  const path = (file: ContextFile): string => `${folder}/${fileSafe(sessionId)}.${file}`;
  return {
    read(file) {
      const found = readSmall(path(file), MAX_BYTES);
      if (found === undefined) return undefined;
      const value = parseJson(found.text);
      return { value: isRecord(value) ? value : {}, changedMs: found.changedMs };
    },
    write: (file, value) => writePrivate(path(file), JSON.stringify(value)),
    create(file, value) {
      try {
        createNew(path(file), JSON.stringify(value));
        return true;
      } catch (thrown) {
        if (systemCode(thrown) === 'EEXIST') return false;
        if (systemCode(thrown) !== 'ENOENT') throw thrown;
        makeFolder(folder);
        createNew(path(file), JSON.stringify(value));
        return true;
      }
    },
    rename: (from, to) => renameSync(path(from), path(to)),
    remove: (file) => rmSync(path(file), { force: true }),
  };
}

/** O_EXCL: of all that try at the same moment one succeeds. */
function createNew(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
