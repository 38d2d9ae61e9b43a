/**
 * The text index as the newest migration leaves it; used to make a lost or damaged one anew. A test holds it to the
 * migrated schema.
 */
export const CHUNK_INDEX_SQL = `DROP TABLE IF EXISTS chunk_terms;
DROP TABLE IF EXISTS chunk_index;
CREATE VIRTUAL TABLE chunk_index USING fts5 (
  path, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_index, row)`;
