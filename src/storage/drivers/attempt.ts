import { sliceWhole } from '#core/text/bytes.ts';
import type { Connection, Driver, DriverName, OpenOptions } from '../driver.ts';

/** What came of trying one driver. `absent`: not installed, or not made for this runtime. `skipped`: there, but unusable. */
export type DriverAttempt =
  | { readonly kind: 'usable'; readonly driver: Driver }
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string };

export const absent = (reason: string): DriverAttempt => ({ kind: 'absent', reason });
export const skipped = (reason: string): DriverAttempt => ({ kind: 'skipped', reason });

function versionOf(open: Driver['open']): string {
  const connection = open(':memory:');
  try {
    return String(connection.prepare('select sqlite_version() as version').get()?.version);
  } finally {
    connection.close();
  }
}

/** A driver that works; its version is asked for when somebody wants to know it. */
export const usable = (name: DriverName, open: Driver['open']): DriverAttempt => ({
  kind: 'usable',
  driver: {
    name,
    open,
    get sqliteVersion() {
      return versionOf(open);
    },
  },
});

/** Longest reason that still fits in a log line. */
const MAX_REASON_CHARS = 300;

/** What a library threw, on one line. */
export const reasonOf = (thrown: unknown): string =>
  sliceWhole(
    (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, ' ').trim(),
    0,
    MAX_REASON_CHARS,
  );

/**
 * Proves on a memory database that the library works and has what the text index needs: FTS5 with contentless tables
 * whose rows can be deleted (SQLite >= 3.43). Never throws.
 */
export function probe(
  name: DriverName,
  open: (path: string, options?: OpenOptions) => Connection,
): DriverAttempt {
  try {
    const connection = open(':memory:');
    try {
      connection.exec(
        "create virtual table probe using fts5(x, content='', contentless_delete=1); insert into probe(rowid, x) values (7, 'load line')",
      );
      const hit = connection.prepare('select rowid from probe where probe match ?').get('line');
      if (hit?.rowid !== 7) return skipped('its FTS5 full-text search returns wrong results');
      return usable(name, open);
    } finally {
      connection.close();
    }
  } catch (thrown) {
    return skipped(reasonOf(thrown));
  }
}
