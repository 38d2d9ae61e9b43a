import { savedBytes, type TallyEntry, type TallyRow, type TallySums } from '#core/tally.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { tallyWriter, toTallyRow } from './tally-rows.ts';

const SUMS = `sum(count) AS count, sum(produced_bytes) AS produced_bytes, sum(host_bytes) AS host_bytes,
  sum(instead_bytes) AS instead_bytes, sum(entered_bytes) AS entered_bytes, sum(overhead_bytes) AS overhead_bytes`;

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

/** Whose counters: of the whole store, or of one session. */
type Whose = string | undefined;

/** The counters of one store. All methods throw what `Database` throws. */
export type TallyStore = ReturnType<typeof createTallyStore>;

export function createTallyStore(database: Database) {
  const ofSession = (sessionId: string): readonly TallyRow[] =>
    database
      .read((c) => c.prepare('SELECT * FROM tally WHERE session_id = ?').all(sessionId))
      .flatMap(toTallyRow);
  return {
    /** Adds to a session's counters, in one transaction. `first`: what is counted and noted once per session. */
    add(sessionId: string, counts: readonly Counted[], first?: FirstOfSession): void {
      database.write((c) => {
        const add = tallyWriter(c);
        if (first !== undefined) addFirst(c, sessionId, first);
        for (const { atMs, entry } of counts) add(sessionId, atMs, entry);
      });
    },

    /** Sums per kind and name; those of one session, or of all. */
    byName(whose?: Whose): readonly TallyRow[] {
      const rows =
        whose === undefined
          ? database.read((c) =>
              c
                .prepare(
                  `SELECT '' AS session_id, '' AS day, kind, name, ${SUMS} FROM tally GROUP BY kind, name`,
                )
                .all(),
            )
          : database.read((c) =>
              c
                .prepare(
                  `SELECT session_id, '' AS day, kind, name, ${SUMS} FROM tally WHERE session_id = ? GROUP BY kind, name`,
                )
                .all(whose),
            );
      return rows.flatMap(toTallyRow);
    },

    /** Sums per day and kind, of all sessions together; oldest day first. */
    byDay: (): readonly TallyRow[] =>
      database
        .read((c) =>
          c
            .prepare(
              `SELECT '' AS session_id, day, kind, '' AS name, ${SUMS} FROM tally GROUP BY day, kind ORDER BY day`,
            )
            .all(),
        )
        .flatMap(toTallyRow),

    /** Sums per session and kind; the empty session holds what belongs to none, or to one that is gone. */
    bySession: (): readonly TallyRow[] =>
      database
        .read((c) =>
          c
            .prepare(
              `SELECT session_id, '' AS day, kind, '' AS name, ${SUMS} FROM tally GROUP BY session_id, kind ORDER BY session_id`,
            )
            .all(),
        )
        .flatMap(toTallyRow),

    /** What a session kept out so far, in bytes; 0 for an unknown one. */
    savedBy: (sessionId: string): number =>
      ofSession(sessionId).reduce((sum, row: TallySums) => sum + savedBytes(row), 0),
  };
}
