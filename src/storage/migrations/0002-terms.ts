import type { Migration } from './migration.ts';

/**
 * The text index over terms that we make ourselves (so that text and question are split alike), the vocabulary with a
 * trigram index for partial and mistyped words, and where a source came from. The old index is dropped; sources go back to
 * `pending` and are indexed again from their originals.
 */
export const terms: Migration = {
  version: 2,
  sql: `
DROP TABLE chunk_index;
DELETE FROM chunks;
UPDATE sources SET state = 'pending';

-- rowid = chunks.id; the columns hold terms, not text (see core/text/terms.ts)
CREATE VIRTUAL TABLE chunk_index USING fts5 (
  path, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_index, row);

-- every term that was ever indexed; the trigram index has the same ids
CREATE TABLE terms (
  id INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE term_index USING fts5 (
  term, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);

-- the folder by which a file came in; NULL when it was named itself
ALTER TABLE sources ADD COLUMN root TEXT;
-- the source with identical content, whose original and passages count for this one too
ALTER TABLE sources ADD COLUMN same_as INTEGER REFERENCES sources (id) ON DELETE SET NULL;
CREATE INDEX sources_by_root ON sources (root) WHERE root IS NOT NULL;
-- every search asks for these, and there are hardly any
CREATE INDEX sources_pending ON sources (id) WHERE state = 'pending';
`,
};
