import type { Database } from './database.ts';
import { type Passage, type Source, toPassage, toSource } from './source.ts';
import { type HitFilter, passageCondition } from './source-filter.ts';

export interface Hit extends Passage {
  readonly chunkId: number;
  readonly source: Source;
  /** Higher is better; BM25 with path and title weighed 5 : 1, sign turned. */
  readonly score: number;
}

/** Weights of path, title and body. */
const WEIGHTS = '5.0, 5.0, 1.0';

const COLUMNS = `s.*, c.id AS chunk_id, c.title, c.start_byte, c.end_byte, c.start_line, c.end_line, h.score`;

/** Without a filter the index itself finds the best; with one, all its matches are looked at. */
const BEST = `SELECT rowid AS id, -rank AS score FROM chunk_index
  WHERE chunk_index MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank LIMIT ?`;
/** The newest, without a look at how good they are. */
const NEWEST =
  'SELECT rowid AS id, 0 AS score FROM chunk_index WHERE chunk_index MATCH ? ORDER BY rowid DESC LIMIT ?';
const ALL = `SELECT rowid AS id, -bm25(chunk_index, ${WEIGHTS}) AS score FROM chunk_index WHERE chunk_index MATCH ?`;

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
): readonly Hit[] {
  const { sql, values } = passageCondition(filter);
  const isFiltered = values.length > 0;
  const rows = database.read((connection) =>
    connection
      .prepare(
        `SELECT ${COLUMNS} FROM (${isFiltered ? ALL : isRanked ? BEST : NEWEST}) h
         JOIN chunks c ON c.id = h.id JOIN sources s ON s.id = c.source_id
         ${isFiltered ? `WHERE ${sql}` : ''} ORDER BY h.score DESC, s.id DESC, c.id LIMIT ?`,
      )
      .all(expression, ...(isFiltered ? values : [limit]), limit),
  );
  return rows.map((row) => ({
    ...toPassage(row),
    chunkId: Number(row.chunk_id),
    score: Number(row.score),
    source: toSource(row),
  }));
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
