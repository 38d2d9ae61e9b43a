/**
 * The text index as the newest migration leaves it; used to make a lost or damaged one anew. A test holds it to the
 * migrated schema.
 */
export const CHUNK_INDEX_SQL = `CREATE VIRTUAL TABLE chunk_index USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2"
)`;
