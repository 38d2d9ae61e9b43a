import type { FactKind, StoredFact } from '#core/session-fact.ts';
import type { Database } from './database.ts';
import type { Connection, Row } from './driver.ts';
import { toFact } from './fact-rows.ts';

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

/** Facts of one session: of each kind, and of all together. A long day brings about 1,000. */
const KIND_LIMIT = 1_000;
const SESSION_LIMIT = 4_000;
/** What goes first when a session has too many facts. What is not named here goes last: prompts and rules. */
const LEAST_WORTH: readonly FactKind[] = [
  'data',
  'statement',
  'mcp',
  'skill',
  'subagent',
  'file',
  'environment',
  'role',
  'intent',
  'compaction',
  'git',
  'error',
  'answer',
  'plan',
  'rejected',
  'constraint',
  'decision',
  'correction',
  'task',
];

const toSession = (row: Row): StoredSession => ({
  id: String(row.id),
  platform: String(row.platform),
  worktree: String(row.worktree),
  predecessor: row.predecessor === null ? undefined : String(row.predecessor),
  startedMs: Number(row.started_ms),
  lastMs: Number(row.last_ms),
});

/** Takes the oldest facts of a kind away; the first prompt says what the session is about, and stays. */
function dropOldest(connection: Connection, sessionId: string, kind: string, count: number): void {
  if (count <= 0) return;
  const from =
    kind === 'prompt' ? 'AND id > (SELECT min(id) FROM facts WHERE session_id = ? AND kind = ?)' : '';
  const values = kind === 'prompt' ? [sessionId, kind, sessionId, kind] : [sessionId, kind];
  connection
    .prepare(
      `DELETE FROM facts WHERE id IN (SELECT id FROM facts WHERE session_id = ? AND kind = ? ${from} ORDER BY id LIMIT ?)`,
    )
    .run(...values, count);
}

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

    hasEvents: (sessionId: string, name: string): boolean =>
      database.read((c) =>
        c.prepare('SELECT 1 FROM events WHERE session_id = ? AND name = ? LIMIT 1').get(sessionId, name),
      ) !== undefined,

    /** Keeps a session's facts within their limits: the least important and the oldest go first. */
    trim(sessionId: string): void {
      database.write((c) => {
        const counts = new Map(
          c
            .prepare('SELECT kind, count(*) AS n FROM facts WHERE session_id = ? GROUP BY kind')
            .all(sessionId)
            .map((row) => [String(row.kind), Number(row.n)] as const),
        );
        for (const [kind, count] of counts) {
          dropOldest(c, sessionId, kind, count - KIND_LIMIT);
          counts.set(kind, Math.min(count, KIND_LIMIT));
        }
        let excess = [...counts.values()].reduce((sum, count) => sum + count, 0) - SESSION_LIMIT;
        for (const kind of LEAST_WORTH) {
          const count = Math.min(counts.get(kind) ?? 0, excess);
          dropOldest(c, sessionId, kind, count);
          excess -= Math.max(0, count);
        }
      });
    },

    /**
     * Takes a few sessions away that were not used since then, with all that is known of them. Returns how many; what they
     * stored and indexed stays.
     */
    dropSessions(beforeMs: number, limit: number): number {
      return database.write((c) => {
        const ids = c
          .prepare('SELECT id FROM sessions WHERE last_ms < ? ORDER BY last_ms LIMIT ?')
          .all(beforeMs, limit)
          .map(({ id }) => String(id));
        for (const id of ids) {
          for (const table of ['facts', 'events', 'session_resume', 'transcripts'])
            c.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id);
          c.prepare('DELETE FROM sessions WHERE id = ?').run(id);
        }
        return ids.length;
      });
    },
  };
}
