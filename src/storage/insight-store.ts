import type { Database } from './database.ts';

/** A session as stats tell of it. */
export interface InsightSession {
  readonly id: string;
  readonly platform: string;
  readonly startedMs: number;
  readonly lastMs: number;
}

/** What stats tell beside the counters. All methods throw what `Database` throws. */
export type InsightStore = ReturnType<typeof createInsightStore>;

export function createInsightStore(database: Database) {
  const number = (value: unknown): number => Number(value ?? 0);
  return {
    /** This session, or the one that was used last; undefined: there is none. */
    session(id: string | undefined): InsightSession | undefined {
      const row = database.read((c) =>
        id === undefined
          ? c.prepare('SELECT * FROM sessions ORDER BY last_ms DESC, id LIMIT 1').get()
          : c.prepare('SELECT * FROM sessions WHERE id = ?').get(id),
      );
      if (row === undefined) return undefined;
      const { platform, started_ms: startedMs, last_ms: lastMs } = row;
      return {
        id: String(row.id),
        platform: String(platform),
        startedMs: number(startedMs),
        lastMs: number(lastMs),
      };
    },

    /** Snapshots of a session, and how many of them were given back. */
    snapshots(sessionId: string): { readonly made: number; readonly restored: number } {
      const row = database.read((c) =>
        c
          .prepare(
            "SELECT count(*) AS made, sum(state IN ('given', 'delivered')) AS restored FROM session_resume WHERE session_id = ?",
          )
          .get(sessionId),
      );
      return { made: number(row?.made), restored: number(row?.restored) };
    },

    /** Sources and passages; whether some of them are still to be indexed. Bytes of all, and of those that are stored here. */
    knowledge() {
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT count(*) AS sources, (SELECT count(*) FROM chunks) AS chunks, sum(bytes) AS bytes,
                    sum(CASE origin WHEN 'stored' THEN bytes ELSE 0 END) AS stored,
                    (SELECT count(*) FROM (SELECT 1 FROM sources WHERE state = 'pending' LIMIT 1)) AS pending FROM sources`,
          )
          .get(),
      );
      return {
        sources: number(row?.sources),
        chunks: number(row?.chunks),
        sourceBytes: number(row?.bytes),
        storedBytes: number(row?.stored),
        isPending: number(row?.pending) > 0,
      };
    },

    /** Where a session's transcript lies; undefined: nobody knows. */
    transcriptOf(sessionId: string): string | undefined {
      const row = database.read((c) =>
        c
          .prepare(
            'SELECT path FROM transcripts WHERE session_id = ? UNION ALL SELECT path FROM host_usage WHERE session_id = ?',
          )
          .get(sessionId, sessionId),
      );
      return row === undefined ? undefined : String(row.path);
    },

    /** How far the agent's use was read; undefined: not yet. */
    usageMark(sessionId: string) {
      const row = database.read((c) =>
        c.prepare('SELECT path, offset, state FROM host_usage WHERE session_id = ?').get(sessionId),
      );
      return row && { path: String(row.path), offset: number(row.offset), state: String(row.state) };
    },

    keepUsage(
      sessionId: string,
      mark: { readonly path: string; readonly offset: number; readonly state: string },
    ): void {
      database.write((c) =>
        c
          .prepare(
            `INSERT INTO host_usage VALUES (?, ?, ?, ?) ON CONFLICT (session_id)
             DO UPDATE SET path = excluded.path, offset = excluded.offset, state = excluded.state`,
          )
          .run(sessionId, mark.path, mark.offset, mark.state),
      );
    },

    /** How far spool files were taken in, by their names. */
    spoolOffsets: (): Readonly<Record<string, number>> =>
      Object.fromEntries(
        database
          .read((c) => c.prepare('SELECT file, offset FROM spool_offsets').all())
          .map(({ file, offset }) => [String(file), Number(offset)]),
      ),
  };
}
