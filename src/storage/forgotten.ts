import { shortHash } from '#core/text/shorten.ts';
import type { Connection } from './driver.ts';

/** Stands for all sessions of a project. */
const ALL = '';

/** A purged session leaves the hash of its id behind, and nothing else. */
const who = (sessionId: string | undefined): string => (sessionId === undefined ? ALL : shortHash(sessionId));

/** Notes that what happened before in a session must not be remembered again; undefined: in all sessions. */
export function noteForgotten(connection: Connection, sessionId: string | undefined, atMs: number): void {
  connection
    .prepare(
      `INSERT INTO forgotten (who, at_ms) VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET at_ms = excluded.at_ms`,
    )
    .run(who(sessionId), atMs);
}

/** When a session was purged, itself or with its project, milliseconds since the epoch; undefined: never. */
export function forgottenAt(connection: Connection, sessionId: string): number | undefined {
  const row = connection
    .prepare('SELECT max(at_ms) AS at FROM forgotten WHERE who IN (?, ?)')
    .get(who(sessionId), ALL);
  return typeof row?.at === 'number' || typeof row?.at === 'bigint' ? Number(row.at) : undefined;
}
