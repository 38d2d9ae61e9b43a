import type { Database } from './database.ts';
import { type Passage, type Source, toPassage, toSource } from './source.ts';
import { type HitFilter, passageCondition, sourceCondition } from './source-filter.ts';

export interface Hit extends Passage {
  readonly chunkId: number;
  readonly source: Source;
  /** Higher is better; BM25 with path and title weighed 5 : 1, sign turned. */
  readonly score: number;
}

/** Weights of path, title and body. */
const WEIGHTS = '5.0, 5.0, 1.0';

/** Without a filter the index itself finds the best; with one, all its matches are looked at. */
const BEST = `SELECT rowid AS id, -rank AS score FROM chunk_index
  WHERE chunk_index MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank LIMIT ?`;
/** The newest, without a look at how good they are. */
const NEWEST =
  'SELECT rowid AS id, 0 AS score FROM chunk_index WHERE chunk_index MATCH ? ORDER BY rowid DESC LIMIT ?';
const ALL = `SELECT rowid AS id, -bm25(chunk_index, ${WEIGHTS}) AS score FROM chunk_index WHERE chunk_index MATCH ?`;

/** Also over `sources`, where a filter asks about them. */
const FILTERED = `SELECT h.id, h.score FROM (${ALL}) h JOIN chunks c ON c.id = h.id JOIN sources s ON s.id = c.source_id`;

/** A passage that an expression found, by its id. */
export interface Match {
  readonly id: number;
  /** See Hit. */
  readonly score: number;
}

/**
 * Passages that match an FTS5 expression, best first; without `isRanked` the newest, which takes no time when very many
 * match, and with score 0 (with a filter they are ranked in any case).
 * @throws what `Database` throws
 */
export function findPassages(
  database: Database,
  expression: string,
  filter: HitFilter,
  limit: number,
  isRanked = true,
): readonly Match[] {
  const { sql, values } = passageCondition(filter);
  const isFiltered = values.length > 0;
  const statement = isFiltered
    ? `${FILTERED} WHERE ${sql} ORDER BY h.score DESC, s.id DESC, c.id LIMIT ?`
    : isRanked
      ? BEST
      : NEWEST;
  return database
    .read((connection) => connection.prepare(statement).all(expression, ...values, limit))
    .map(({ id, score }) => ({ id: Number(id), score: Number(score) }));
}

const LISTED = 'IN (SELECT value FROM json_each(?))';

/**
 * The passages of these matches, in their order; those that went meanwhile are left out. Where a filter found a text by
 * another of its handles, they are that one's. @throws what `Database` throws
 */
export function readHits(
  database: Database,
  matches: readonly Match[],
  filter: HitFilter = {},
): readonly Hit[] {
  const hits = database.read((connection) => {
    const rows = connection
      .prepare(`SELECT * FROM chunks WHERE id ${LISTED}`)
      .all(JSON.stringify(matches.map(({ id }) => id)));
    const sourceIds = [...new Set(rows.map((row) => Number(row.source_id)))];
    // Each source once: its row is wide, and several passages of it are found.
    const sources = connection
      .prepare(`SELECT * FROM sources WHERE id ${LISTED}`)
      .all(JSON.stringify(sourceIds))
      .map(toSource);
    const sourceOf = new Map(sources.map((source) => [source.id, source]));
    const rowOf = new Map(rows.map((row) => [Number(row.id), row]));
    return matches.flatMap(({ id, score }): readonly Hit[] => {
      const row = rowOf.get(id);
      const source = row === undefined ? undefined : sourceOf.get(Number(row.source_id));
      return row === undefined || source === undefined
        ? []
        : [{ ...toPassage(row), chunkId: id, score, source }];
    });
  });
  return asAskedFor(database, hits, filter);
}

/** Passages of a text that was asked for by another of its handles belong to that one: the newest that fits the filter. */
function asAskedFor(database: Database, hits: readonly Hit[], filter: HitFilter): readonly Hit[] {
  const { sql, values } = sourceCondition(filter);
  if (values.length === 0 || hits.length === 0) return hits;
  const ids = JSON.stringify([...new Set(hits.map(({ source }) => source.id))]);
  const statement = `SELECT s.* FROM sources s WHERE (s.id ${LISTED} OR s.same_as ${LISTED}) AND ${sql} ORDER BY s.id`;
  const asked = database
    .read((connection) => connection.prepare(statement).all(ids, ids, ...values))
    .map(toSource);
  const direct = new Set(asked.map(({ id }) => id));
  const aliases = new Map(asked.map((source) => [source.sameAs, source]));
  return hits.map((hit) => {
    const alias = direct.has(hit.source.id) ? undefined : aliases.get(hit.source.id);
    return alias === undefined ? hit : { ...hit, source: alias };
  });
}

/** Passages on either side that are looked at for a section's neighbours. */
const AROUND = 4;

/** The passages of a source before and after one of its passages, with that one. */
export function passagesAround(
  database: Database,
  sourceId: number,
  chunkId: number,
): readonly (Passage & { readonly chunkId: number })[] {
  const rows = database.read((connection) =>
    connection
      .prepare('SELECT * FROM chunks WHERE source_id = ? AND id BETWEEN ? AND ? ORDER BY id')
      .all(sourceId, chunkId - AROUND, chunkId + AROUND),
  );
  return rows.map((row) => ({ ...toPassage(row), chunkId: Number(row.id) }));
}
