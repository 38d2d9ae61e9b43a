import type { Migration } from './migration.ts';

/** What is known of fetched pages beside their text, so that they are asked for again only when they may have changed. */
export const pages: Migration = {
  version: 3,
  sql: `
-- by which a text is cut into passages, where its label does not tell: the ending of a file
ALTER TABLE sources ADD COLUMN format TEXT;

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  -- as it was asked for, without its fragment
  url TEXT NOT NULL,
  label TEXT NOT NULL,
  -- NULL: the server said that there is no such page
  source_id INTEGER REFERENCES sources (id) ON DELETE CASCADE,
  final_url TEXT NOT NULL,
  status INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  title TEXT NOT NULL,
  note TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  wire_bytes INTEGER NOT NULL,
  -- when the text came, and when the server last said that it is still so
  fetched_ms INTEGER NOT NULL,
  checked_ms INTEGER NOT NULL,
  UNIQUE (url, label)
) STRICT;
CREATE INDEX pages_by_source ON pages (source_id);
`,
};
