import type { TallyEntry } from '#core/tally.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { tallyWriter } from './tally-rows.ts';

interface Counted {
  readonly atMs: number;
  readonly entry: TallyEntry;
}

/** What is known when a server meets a session. */
interface FirstOfSession {
  readonly listing: Counted;
  readonly transcriptPath: string | undefined;
}

/** Another server of the same session may have been there before; without a session nobody can tell. */
function addFirst(
  c: Connection,
  sessionId: string,
  { listing: { atMs, entry }, transcriptPath }: FirstOfSession,
): void {
  const known = c
    .prepare('SELECT 1 FROM tally WHERE session_id = ? AND kind = ? AND name = ?')
    .get(sessionId, entry.kind, entry.name);
  if (known === undefined || sessionId === '') tallyWriter(c)(sessionId, atMs, entry);
  if (transcriptPath !== undefined && sessionId !== '')
    c.prepare("INSERT INTO host_usage VALUES (?, ?, 0, '') ON CONFLICT DO NOTHING").run(
      sessionId,
      transcriptPath,
    );
}

/** Writes the counters of one store. All methods throw what `Database` throws. */
export function createTallyStore(database: Database) {
  return {
    /** Adds to a session's counters, in one transaction. `first`: what is counted and noted once per session. */
    add(sessionId: string, counts: readonly Counted[], first?: FirstOfSession): void {
      database.write((c) => {
        const add = tallyWriter(c);
        if (first !== undefined) addFirst(c, sessionId, first);
        for (const { atMs, entry } of counts) add(sessionId, atMs, entry);
      });
    },

    /** What a session kept out so far, in bytes; 0 for an unknown one. */
    savedBy(sessionId: string): number {
      const row = database.read((c) =>
        c
          .prepare(
            'SELECT sum(host_bytes - entered_bytes - overhead_bytes) AS saved FROM tally WHERE session_id = ?',
          )
          .get(sessionId),
      );
      return Number(row?.saved ?? 0);
    },
  };
}
