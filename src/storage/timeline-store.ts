import type { Database } from './database.ts';
import type { Row } from './driver.ts';
import type { Hit } from './passage-search.ts';
import { type Source, toPassage, toSource } from './source.ts';
import type { HitFilter } from './source-filter.ts';
import { likePattern, passageCondition, sourceCondition, TEXT_TIME } from './source-filter.ts';

/** Something that happened in a session, as it is stored. */
export interface StoredEvent {
  readonly id: number;
  readonly sessionId: string;
  readonly name: string;
  readonly toolName: string | undefined;
  readonly detail: string | undefined;
  /** UTF-8 bytes of what it was about; undefined when there was nothing to count. */
  readonly bytes: number | undefined;
  readonly atMs: number;
}

/** The first rows of a list, and how many it has. */
export interface Newest<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface NewestEvents extends Newest<StoredEvent> {
  /** There are so many events that only this number of them was looked at; undefined: all were. */
  readonly lookedAt: number | undefined;
}

export interface EventFilter extends Pick<HitFilter, 'label' | 'labelPattern' | 'sinceMs'> {
  /** Each of these texts, in lower case, has to occur in the event. */
  readonly words: readonly string[];
}

/** What an event is found by; its label is `session <id>`. */
const EVENT_TEXT = `lower(e.name || ' ' || replace(e.name, '_', '') || ' ' || coalesce(e.tool_name, '') || ' ' ||
  coalesce(e.detail, '') || ' ' || e.session_id)`;
const EVENT_LABEL = `'session ' || e.session_id`;
const NOT_TOLD = 'e.facts = 0';

const textOrNone = (value: unknown): string | undefined => (value === null ? undefined : String(value));

const toEvent = (row: Row): StoredEvent => ({
  id: Number(row.id),
  sessionId: String(row.session_id),
  name: String(row.name),
  toolName: textOrNone(row.tool_name),
  detail: textOrNone(row.detail),
  bytes: row.bytes === null ? undefined : Number(row.bytes),
  atMs: Number(row.at_ms),
});

/** So many events are looked at, those that were written down last; more would take longer than hooks can wait. */
const EVENTS = 10_000;
const HAS_MORE_EVENTS = `SELECT 1 FROM events LIMIT 1 OFFSET ${EVENTS}`;
const RECENT_EVENTS = `FROM (SELECT * FROM events ORDER BY id DESC LIMIT ${EVENTS}) e`;

/** Matching passages of one source that are handed over, to choose from. */
const PASSAGES = 12;

/** What the store holds, newest first. All methods throw what `Database` throws. */
export type TimelineStore = ReturnType<typeof createTimelineStore>;

export function createTimelineStore(database: Database) {
  function newest<T>(
    from: string,
    columns: string,
    order: string,
    values: readonly (string | number)[],
    limit: number,
    read: (row: Row) => T,
    common = '',
  ): Newest<T> {
    // Counted on its own: a count over the sorted rows would have to keep them all.
    return database.read((c) => ({
      rows: c
        .prepare(`${common} SELECT ${columns} ${from} ORDER BY ${order} LIMIT ?`)
        .all(...values, limit)
        .map(read),
      total: Number(c.prepare(`${common} SELECT count(*) AS n ${from}`).get(...values)?.n ?? 0),
    }));
  }

  /** Passages of one source that match, in their order. */
  function matching(source: Source, expression: string): readonly Hit[] {
    return database
      .read((c) =>
        c
          .prepare(
            `SELECT c.id AS chunk_id, c.title, c.start_byte, c.end_byte, c.start_line, c.end_line FROM chunks c
             WHERE c.source_id = ? AND c.id IN (SELECT rowid FROM chunk_index WHERE chunk_index MATCH ?
               AND rowid BETWEEN (SELECT min(id) FROM chunks WHERE source_id = ?)
                 AND (SELECT max(id) FROM chunks WHERE source_id = ?)) ORDER BY c.id LIMIT ${PASSAGES}`,
          )
          .all(source.id, expression, source.id, source.id),
      )
      .map((row) => ({ ...toPassage(row), chunkId: Number(row.chunk_id), score: 0, source }));
  }

  return {
    sources(filter: HitFilter, limit: number): Newest<Source> {
      const { sql, values } = sourceCondition(filter);
      const order = `${TEXT_TIME} DESC, s.id DESC`;
      return newest(`FROM sources s WHERE ${sql}`, 's.*', order, values, limit, toSource);
    },

    /** Of the events that were written down last, those of which nothing is remembered: the others are told by their facts. */
    events({ label, labelPattern, sinceMs, words }: EventFilter, limit: number): NewestEvents {
      const conditions = [NOT_TOLD, ...words.map(() => `instr(${EVENT_TEXT}, ?) > 0`)];
      const values: (string | number)[] = [...words];
      if (label !== undefined) {
        conditions.push(`${EVENT_LABEL} = ?`);
        values.push(label);
      }
      if (labelPattern !== undefined) {
        conditions.push(String.raw`${EVENT_LABEL} LIKE ? ESCAPE '\'`);
        values.push(likePattern(labelPattern));
      }
      if (sinceMs !== undefined) {
        conditions.push('e.at_ms >= ?');
        values.push(sinceMs);
      }
      const where = `WHERE ${conditions.join(' AND ')}`;
      const order = 'e.at_ms DESC, e.id DESC';
      const found = newest(`${RECENT_EVENTS} ${where}`, 'e.*', order, values, limit, toEvent);
      const hasMore = database.read((c) => c.prepare(HAS_MORE_EVENTS).get()) !== undefined;
      return { ...found, lookedAt: hasMore ? EVENTS : undefined };
    },

    /** Of each source with passages that match an FTS5 expression the first of these, without score; `total` counts sources. */
    passages(expression: string, filter: HitFilter, limit: number): Newest<readonly Hit[]> {
      const { sql, values } = passageCondition(filter);
      const found = newest(
        `FROM m JOIN sources s ON s.id = m.source_id WHERE ${sql}`,
        's.*',
        `${TEXT_TIME} DESC, s.id DESC`,
        [expression, ...values],
        limit,
        toSource,
        `WITH m AS MATERIALIZED (SELECT DISTINCT c.source_id FROM chunk_index h JOIN chunks c ON c.id = h.rowid
           WHERE chunk_index MATCH ?)`,
      );
      return { rows: found.rows.map((source) => matching(source, expression)), total: found.total };
    },

    /** How much of the store a filter leaves to be searched. */
    scope(filter: HitFilter): { readonly sources: number; readonly chunks: number } {
      const own = sourceCondition(filter);
      const shared = passageCondition(filter);
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT (SELECT count(*) FROM sources s WHERE ${own.sql}) AS sources,
                    (SELECT count(*) FROM chunks c JOIN sources s ON s.id = c.source_id WHERE ${shared.sql}) AS chunks`,
          )
          .get(...own.values, ...shared.values),
      );
      return { sources: Number(row?.sources ?? 0), chunks: Number(row?.chunks ?? 0) };
    },
  };
}
