import { statSync } from 'node:fs';
import { isRecord, parseJson, stringField } from '#core/json.ts';
import { KIB } from '#core/units.ts';
import { ownFiles } from '#infra/own-files.ts';
import { readSmall } from '#infra/read-small.ts';

/** As for all small files about a session. */
const MAX_BYTES = 64 * KIB;

/** A session whose load the status line wrote down, and when that was. */
export interface ToldSession {
  readonly sessionId: string;
  readonly toldMs: number;
}

/** The session whose load the status line wrote down last; undefined: none. @throws the file system's error */
export function newestSession(home: string): ToldSession | undefined {
  const [newest] = ownFiles(home, 'context')
    .filter((path) => path.endsWith('.json'))
    .map((path) => ({ path, changedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changedMs - a.changedMs);
  const value = newest === undefined ? undefined : parseJson(readSmall(newest.path, MAX_BYTES)?.text ?? '');
  const sessionId = isRecord(value) ? stringField(value, 'sessionId') : undefined;
  return newest && sessionId !== undefined ? { sessionId, toldMs: newest.changedMs } : undefined;
}
