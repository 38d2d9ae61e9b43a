import type { TallyRow } from '#core/tally.ts';
import type { Database } from './database.ts';
import { toTallyRow } from './tally-rows.ts';

const SUMS = `sum(count) AS count, sum(produced_bytes) AS produced_bytes, sum(host_bytes) AS host_bytes,
  sum(instead_bytes) AS instead_bytes, sum(entered_bytes) AS entered_bytes, sum(overhead_bytes) AS overhead_bytes`;

/** Whose counters: of the whole store, or of one session. */
type Whose = string | undefined;

/** Reads the counters of one store, added up. All methods throw what `Database` throws. */
export type TallyReports = ReturnType<typeof createTallyReports>;

/** Over an open store. */
export function createTallyReports(database: Database) {
  return {
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
  };
}
