import type { Migration } from './migration.ts';

/** What sessions are remembered by: facts, snapshots before compaction, and how far transcripts were read. */
export const memory: Migration = {
  version: 4,
  sql: `
-- root of the work tree that the session began in
ALTER TABLE sessions ADD COLUMN worktree TEXT NOT NULL DEFAULT '';
-- the session whose work goes on in this one
ALTER TABLE sessions ADD COLUMN predecessor TEXT;
CREATE INDEX sessions_by_worktree ON sessions (worktree, last_ms);

-- of what was said: whether an event that comes by another way is the same
ALTER TABLE events ADD COLUMN hash TEXT;
-- how many facts were taken from it
ALTER TABLE events ADD COLUMN facts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_by_hash ON events (session_id, name, hash) WHERE hash IS NOT NULL;

CREATE TABLE facts (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  agent_id TEXT,
  cwd TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT,
  state TEXT,
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX facts_by_session ON facts (session_id, kind, id);

CREATE TABLE session_resume (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- what it was made for: manual, auto, resume, …
  trigger TEXT NOT NULL,
  xml TEXT NOT NULL,
  -- made: written down; due: the context is gone; given: the guide went out; delivered: it arrived; replaced: by a newer one
  state TEXT NOT NULL CHECK (state IN ('made', 'due', 'given', 'delivered', 'replaced')),
  -- size of the transcript when the state became what it is
  transcript_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX session_resume_by_session ON session_resume (session_id, id);

CREATE TABLE transcripts (
  session_id TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  -- read so far
  offset INTEGER NOT NULL
) STRICT;
`,
};
