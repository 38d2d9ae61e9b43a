import type { Database } from './database.ts';
import type { Row } from './driver.ts';

/** What is known of a fetched page beside its text. */
export interface StoredPage {
  /** As it was asked for, without its fragment. */
  readonly url: string;
  readonly label: string;
  /** Its text; undefined: the server said that there is no such page. */
  readonly sourceId: number | undefined;
  readonly finalUrl: string;
  readonly status: number;
  /** The header as it came; empty without one. */
  readonly contentType: string;
  readonly title: string;
  readonly note: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly wireBytes: number;
  /** When the text came. */
  readonly fetchedMs: number;
  /** When the server last said that it is still so. */
  readonly checkedMs: number;
}

const toPage = (row: Row): StoredPage => ({
  url: String(row.url),
  label: String(row.label),
  sourceId: row.source_id === null ? undefined : Number(row.source_id),
  finalUrl: String(row.final_url),
  status: Number(row.status),
  contentType: String(row.content_type),
  title: String(row.title),
  note: String(row.note),
  etag: row.etag === null ? undefined : String(row.etag),
  lastModified: row.last_modified === null ? undefined : String(row.last_modified),
  wireBytes: Number(row.wire_bytes),
  fetchedMs: Number(row.fetched_ms),
  checkedMs: Number(row.checked_ms),
});

/** Fetched pages by their address. All methods throw what `Database` throws. */
export type PageStore = ReturnType<typeof createPageStore>;

export function createPageStore(database: Database) {
  return {
    /** What is known of this address, newest first: texts under their labels, and that there is none. */
    find: (url: string): readonly StoredPage[] =>
      database
        .read((c) =>
          c.prepare('SELECT * FROM pages WHERE url = ? ORDER BY checked_ms DESC, id DESC').all(url),
        )
        .map(toPage),

    /** Keeps a page in place of what was known of this address under this label. A text ends what is known of its absence. */
    put(page: StoredPage): void {
      database.write((c) => {
        if (page.sourceId !== undefined)
          c.prepare('DELETE FROM pages WHERE url = ? AND source_id IS NULL').run(page.url);
        c.prepare(
          `INSERT OR REPLACE INTO pages (url, label, source_id, final_url, status, content_type, title, note, etag,
             last_modified, wire_bytes, fetched_ms, checked_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          page.url,
          page.label,
          page.sourceId ?? null,
          page.finalUrl,
          page.status,
          page.contentType,
          page.title,
          page.note,
          page.etag ?? null,
          page.lastModified ?? null,
          page.wireBytes,
          page.fetchedMs,
          page.checkedMs,
        );
      });
    },

    /** Takes what is older than this and says that there is no page; it would pile up. */
    forgetAbsent(beforeMs: number): void {
      database.write((c) =>
        c.prepare('DELETE FROM pages WHERE source_id IS NULL AND checked_ms < ?').run(beforeMs),
      );
    },
  };
}
