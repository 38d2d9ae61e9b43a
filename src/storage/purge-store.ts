import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { noteForgotten } from './forgotten.ts';

/** What a purge is about to take, in numbers. */
export interface PurgeCounts {
  readonly sources: number;
  /** Bytes of the texts that we keep ourselves; files that lie elsewhere are not touched. */
  readonly storedBytes: number;
  readonly events: number;
  readonly answers: number;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Table {
  readonly name: string;
  readonly sql: string;
}

function tablesOf(connection: Connection): readonly Table[] {
  return connection
    .prepare(
      "SELECT name, coalesce(sql, '') AS sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

const isVirtual = ({ sql }: Table): boolean => /^\s*create\s+virtual\s+table/i.test(sql);
const isTextIndex = (table: Table): boolean => isVirtual(table) && /using\s+fts5\s*\(/i.test(table.sql);

/** Text indexes keep their content in tables of their own, which nobody else may write to. */
const PARTS = ['data', 'idx', 'content', 'docsize', 'config'];

function plainTables(connection: Connection): readonly string[] {
  const tables = tablesOf(connection);
  const parts = new Set(
    tables.filter(isTextIndex).flatMap(({ name }) => PARTS.map((part) => `${name}_${part}`)),
  );
  return tables.filter((table) => !isVirtual(table) && !parts.has(table.name)).map(({ name }) => name);
}

const hasColumn = (connection: Connection, table: string, column: string): boolean =>
  connection.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;

/** Where a purge looks for what belongs to a session; sources have texts and passages beside their rows. */
const sessionTables = (connection: Connection): readonly string[] =>
  plainTables(connection).filter(
    (table) => table !== 'sources' && hasColumn(connection, table, 'session_id'),
  );

/** Sessions that go on from this one, near and far. */
const HEIRS = `WITH RECURSIVE heirs (id) AS (
  SELECT id FROM sessions WHERE predecessor = ?
  UNION SELECT s.id FROM sessions s JOIN heirs h ON s.predecessor = h.id)`;

/** Snapshots of sessions that go on from this one tell of it; their next one does not. */
function removeFromHeirs(connection: Connection, sessionId: string): void {
  connection
    .prepare(`${HEIRS} DELETE FROM session_resume WHERE session_id IN (SELECT id FROM heirs)`)
    .run(sessionId);
  connection.prepare('UPDATE sessions SET predecessor = NULL WHERE predecessor = ?').run(sessionId);
}

/** Takes rows away for good. All methods throw what `Database` throws. */
export type PurgeStore = ReturnType<typeof createPurgeStore>;

export function createPurgeStore(database: Database) {
  return {
    /** Sources that came in during a session. */
    sourcesOf: (sessionId: string): readonly number[] =>
      database
        .read((c) => c.prepare('SELECT id FROM sources WHERE session_id = ? ORDER BY id').all(sessionId))
        .map(({ id }) => Number(id)),

    hasSession: (id: string): boolean =>
      database.read(
        (c) =>
          c
            .prepare(
              'SELECT 1 FROM sessions WHERE id = ? UNION ALL SELECT 1 FROM sources WHERE session_id = ?',
            )
            .get(id, id) !== undefined,
      ),

    sessions: (): readonly string[] =>
      database.read((c) => c.prepare('SELECT id FROM sessions').all()).map(({ id }) => String(id)),

    /** Of one session, or of the whole store. */
    counts(sessionId?: string): PurgeCounts {
      const where = sessionId === undefined ? '' : 'WHERE session_id = ?';
      const values = sessionId === undefined ? [] : [sessionId, sessionId, sessionId, sessionId];
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT (SELECT count(*) FROM sources ${where}) AS sources,
                    (SELECT sum(CASE origin WHEN 'stored' THEN bytes ELSE 0 END) FROM sources ${where}) AS bytes,
                    (SELECT count(*) FROM events ${where}) AS events,
                    (SELECT coalesce(sum(count), 0) FROM tally ${where === '' ? 'WHERE' : `${where} AND`}
                       kind IN ('output', 'unread', 'follow')) AS answers`,
          )
          .get(...values),
      );
      const field = (name: string): number => Number(row?.[name] ?? 0);
      return {
        sources: field('sources'),
        storedBytes: field('bytes'),
        events: field('events'),
        answers: field('answers'),
      };
    },

    /**
     * Everything of a session but its sources, in whatever table it stands. What its transcript tells of the time before stays
     * forgotten.
     */
    removeSession(id: string): void {
      database.write((c) => {
        c.exec('PRAGMA defer_foreign_keys = ON');
        for (const table of sessionTables(c))
          c.prepare(`DELETE FROM ${quoted(table)} WHERE session_id = ?`).run(id);
        removeFromHeirs(c, id);
        c.prepare('DELETE FROM sessions WHERE id = ?').run(id);
        noteForgotten(c, id, Date.now());
      });
    },

    /** All rows of all tables, and all text indexes. The next source gets an id that was never used. */
    removeAll(): void {
      database.write((c) => {
        c.exec('PRAGMA defer_foreign_keys = ON');
        for (const { name } of tablesOf(c).filter(isTextIndex))
          c.exec(`INSERT INTO ${quoted(name)} (${quoted(name)}) VALUES ('delete-all')`);
        for (const table of plainTables(c)) c.exec(`DELETE FROM ${quoted(table)}`);
        noteForgotten(c, undefined, Date.now());
      });
    },

    /**
     * Writes indexes and file anew without what was taken away: terms that no passage holds, pages that are free, the
     * write-ahead log. May take seconds for a large store. False when a reader elsewhere still needs the log; its rest goes
     * with the next checkpoint.
     */
    compact(): boolean {
      database.write((c) => {
        c.exec("INSERT INTO chunk_index (chunk_index) VALUES ('optimize')");
        const gone = c.prepare('SELECT id FROM terms WHERE term NOT IN (SELECT term FROM chunk_terms)').all();
        const fromIndex = c.prepare('DELETE FROM term_index WHERE rowid = ?');
        const fromTerms = c.prepare('DELETE FROM terms WHERE id = ?');
        for (const { id } of gone) {
          fromIndex.run(Number(id));
          fromTerms.run(Number(id));
        }
        for (const { name } of tablesOf(c).filter(isTextIndex))
          c.exec(`INSERT INTO ${quoted(name)} (${quoted(name)}) VALUES ('optimize')`);
      });
      database.read((c) => c.exec('VACUUM'));
      return database.checkpoint();
    },
  };
}
