import type { FactKind, StoredFact } from '#core/session-fact.ts';
import type { Database } from './database.ts';
import type { Row } from './driver.ts';
import { trimFacts } from './fact-limits.ts';
import { toFact } from './fact-rows.ts';
import { forgottenAt } from './forgotten.ts';
import { foldSessions } from './tally-rows.ts';

/** A session as it is known. */
export interface StoredSession {
  readonly id: string;
  readonly platform: string;
  /** Root of the work tree that it began in; empty: nobody knows. */
  readonly worktree: string;
  /** The session whose work goes on in this one. */
  readonly predecessor: string | undefined;
  readonly startedMs: number;
  readonly lastMs: number;
}

const toSession = (row: Row): StoredSession => ({
  id: String(row.id),
  platform: String(row.platform),
  worktree: String(row.worktree),
  predecessor: row.predecessor === null ? undefined : String(row.predecessor),
  startedMs: Number(row.started_ms),
  lastMs: Number(row.last_ms),
});

/** What sessions are remembered by. All methods throw what `Database` throws. */
export type FactStore = ReturnType<typeof createFactStore>;

export function createFactStore(database: Database) {
  return {
    /** Facts of these sessions, in the order in which they happened. */
    ofSessions(ids: readonly string[]): readonly StoredFact[] {
      return database
        .read((c) =>
          c
            .prepare(
              'SELECT * FROM facts WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY at_ms, id',
            )
            .all(JSON.stringify(ids)),
        )
        .flatMap(toFact);
    },

    /**
     * Changes when something is remembered of these sessions, or no longer. Rules files that are only read again change
     * nothing.
     */
    markOf(ids: readonly string[]): string {
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT count(*) FILTER (WHERE kind <> 'rule') AS n, max(id) FILTER (WHERE kind <> 'rule') AS last,
                    (SELECT json_group_array(text) FROM (SELECT DISTINCT text FROM facts
                      WHERE kind = 'rule' AND session_id IN (SELECT value FROM json_each(?)) ORDER BY text)) AS rules
             FROM facts WHERE session_id IN (SELECT value FROM json_each(?))`,
          )
          .get(JSON.stringify(ids), JSON.stringify(ids)),
      );
      return JSON.stringify([ids, row?.n, row?.last, row?.rules]);
    },

    /** What facts of a kind say, each text once, the newest first. */
    textsOf(kind: FactKind): readonly string[] {
      return database
        .read((c) =>
          c
            .prepare('SELECT text FROM facts WHERE kind = ? GROUP BY text ORDER BY max(id) DESC LIMIT 100')
            .all(kind),
        )
        .map(({ text }) => String(text));
    },

    /** Whether something was said or done in a session; which rules it began with, and where, is neither. */
    hasWork: (sessionId: string): boolean =>
      database.read((c) =>
        c
          .prepare("SELECT 1 FROM facts WHERE session_id = ? AND kind NOT IN ('rule', 'environment') LIMIT 1")
          .get(sessionId),
      ) !== undefined,

    /** How many facts are remembered of a session; 0 also for one that is not known. */
    count: (sessionId: string): number =>
      Number(
        database.read((c) => c.prepare('SELECT count(*) AS n FROM facts WHERE session_id = ?').get(sessionId))
          ?.n ?? 0,
      ),

    session(id: string): StoredSession | undefined {
      const row = database.read((c) => c.prepare('SELECT * FROM sessions WHERE id = ?').get(id));
      return row === undefined ? undefined : toSession(row);
    },

    /** Sessions of this work tree that were used since then, but for one; the one used last first. */
    recentSessions(
      worktree: string,
      sinceMs: number,
      exceptId: string,
      limit: number,
    ): readonly StoredSession[] {
      return database
        .read((c) =>
          c
            .prepare(
              `SELECT * FROM sessions WHERE worktree = ? AND last_ms >= ? AND id <> ?
               ORDER BY last_ms DESC, id LIMIT ?`,
            )
            .all(worktree, sinceMs, exceptId, limit),
        )
        .map(toSession);
    },

    /** Work of `predecessor` goes on in this session. What is known already stays. */
    continueFrom(id: string, predecessor: string): void {
      database.write((c) =>
        c
          .prepare('UPDATE sessions SET predecessor = ? WHERE id = ? AND predecessor IS NULL')
          .run(predecessor, id),
      );
    },

    /** When something with this hash was said first; undefined: nobody recorded it. */
    saidAt(sessionId: string, name: string, hash: string): number | undefined {
      const row = database.read((c) =>
        c
          .prepare(
            'SELECT at_ms FROM events WHERE session_id = ? AND name = ? AND hash = ? ORDER BY id LIMIT 1',
          )
          .get(sessionId, name, hash),
      );
      return row === undefined ? undefined : Number(row.at_ms);
    },

    /** When a call of a tool was recorded, milliseconds since the epoch; undefined: it was not. */
    calledAt(sessionId: string, name: string, toolUseId: string): number | undefined {
      const row = database.read((c) =>
        c
          .prepare('SELECT at_ms FROM events WHERE session_id = ? AND name = ? AND tool_use_id = ?')
          .get(sessionId, name, toolUseId),
      );
      return row === undefined ? undefined : Number(row.at_ms);
    },

    /** When a session was purged, itself or with its project, milliseconds since the epoch; undefined: never. */
    forgottenAt: (id: string): number | undefined => database.read((c) => forgottenAt(c, id)),

    hasEvents: (sessionId: string, name: string): boolean =>
      database.read((c) =>
        c.prepare('SELECT 1 FROM events WHERE session_id = ? AND name = ? LIMIT 1').get(sessionId, name),
      ) !== undefined,

    /** Keeps a session's facts within their limits: the least important and the oldest go first. */
    trim(sessionId: string): void {
      database.write((c) => trimFacts(c, sessionId));
    },

    /**
     * Takes a few sessions away that were not used since then, with all that is known of them. Returns how many; what they
     * stored and indexed stays, and so do counts, as those of no session.
     */
    dropSessions(beforeMs: number, limit: number): number {
      return database.write((c) => {
        const ids = c
          .prepare('SELECT id FROM sessions WHERE last_ms < ? ORDER BY last_ms LIMIT ?')
          .all(beforeMs, limit)
          .map(({ id }) => String(id));
        foldSessions(c, ids);
        for (const id of ids) {
          for (const table of ['facts', 'events', 'session_resume', 'transcripts', 'host_usage'])
            c.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id);
          c.prepare('DELETE FROM sessions WHERE id = ?').run(id);
        }
        return ids.length;
      });
    },
  };
}
