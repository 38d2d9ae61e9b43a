import type { Migration } from './migration.ts';

/** Sources and their chunks, the contentless text index, sessions and events, honest byte counts, spool offsets, notices. */
export const initial: Migration = {
  version: 1,
  sql: `
CREATE TABLE sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('doc', 'code', 'output')),
  -- stored: our own copy, out/<id>.txt; file: somebody else's file at path
  origin TEXT NOT NULL CHECK (origin IN ('stored', 'file')),
  path TEXT,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  mtime_ms INTEGER,
  -- sha256 of the content, hex
  hash TEXT NOT NULL,
  -- pending: stored, not yet cut into chunks
  state TEXT NOT NULL CHECK (state IN ('pending', 'ready')),
  session_id TEXT,
  created_ms INTEGER NOT NULL,
  used_ms INTEGER NOT NULL,
  CHECK ((origin = 'file') = (path IS NOT NULL))
) STRICT;
CREATE INDEX sources_by_hash ON sources (hash);
CREATE INDEX sources_by_label ON sources (label);
CREATE INDEX sources_by_path ON sources (path) WHERE path IS NOT NULL;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL
) STRICT;
CREATE INDEX chunks_by_source ON chunks (source_id);

-- rowid = chunks.id; text is not kept, passages are read from the original by byte range
CREATE VIRTUAL TABLE chunk_index USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  platform TEXT NOT NULL,
  cwd TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  agent_id TEXT,
  tool_name TEXT,
  tool_use_id TEXT,
  bytes INTEGER,
  detail TEXT,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_once ON events (session_id, name, tool_use_id) WHERE tool_use_id IS NOT NULL;
CREATE INDEX events_by_time ON events (session_id, at_ms);

-- one row per executed or read-back answer
CREATE TABLE outputs (
  id INTEGER PRIMARY KEY,
  session_id TEXT,
  tool TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  produced_bytes INTEGER NOT NULL,
  -- what the host itself would have shown to the model
  host_bytes INTEGER NOT NULL,
  returned_bytes INTEGER NOT NULL,
  source_id INTEGER
) STRICT;

CREATE TABLE spool_offsets (
  file TEXT PRIMARY KEY,
  offset INTEGER NOT NULL
) STRICT;

CREATE TABLE notices (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE notices_told (
  notice_id INTEGER NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  PRIMARY KEY (notice_id, channel)
) STRICT, WITHOUT ROWID;
`,
};
