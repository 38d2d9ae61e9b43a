import type { Migration } from './migration.ts';

/**
 * Counters instead of one row per answer: what stats tell is there without looking through events, and stays when a session's
 * rows go. What was counted before is taken over; of it nobody knows which part was overhead.
 */
export const tally: Migration = {
  version: 6,
  sql: `
CREATE TABLE tally (
  -- empty: none, or sessions that are gone
  session_id TEXT NOT NULL,
  -- 2026-11-30, local time
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  produced_bytes INTEGER NOT NULL,
  host_bytes INTEGER NOT NULL,
  instead_bytes INTEGER NOT NULL,
  entered_bytes INTEGER NOT NULL,
  overhead_bytes INTEGER NOT NULL,
  PRIMARY KEY (session_id, day, kind, name)
) STRICT, WITHOUT ROWID;

INSERT INTO tally
  SELECT session_id, date(at_ms / 1000, 'unixepoch', 'localtime') AS day, 'event', name, count(*), 0, 0, 0, 0, 0
  FROM events GROUP BY 1, 2, 4;
INSERT INTO tally
  SELECT id, date(started_ms / 1000, 'unixepoch', 'localtime') AS day, 'session', platform, 1, 0, 0, 0, 0, 0 FROM sessions;
INSERT INTO tally
  SELECT coalesce(session_id, ''), date(at_ms / 1000, 'unixepoch', 'localtime') AS day,
    CASE WHEN produced_bytes = 0 AND host_bytes = 0 THEN 'follow' WHEN tool = 'ctx_fetch_and_index' THEN 'unread' ELSE 'output' END,
    tool, count(*), sum(produced_bytes), sum(CASE tool WHEN 'ctx_fetch_and_index' THEN 0 ELSE host_bytes END), 0,
    sum(CASE WHEN produced_bytes = 0 AND host_bytes = 0 THEN 0 ELSE returned_bytes END),
    sum(CASE WHEN produced_bytes = 0 AND host_bytes = 0 THEN returned_bytes ELSE 0 END)
  FROM outputs GROUP BY 1, 2, 3, 4;
DROP TABLE outputs;

-- what the agent itself used in a session, read from its transcript as far as \`offset\`
CREATE TABLE host_usage (
  session_id TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  offset INTEGER NOT NULL,
  -- sums, the last reply, and the curve, as JSON
  state TEXT NOT NULL
) STRICT;
`,
};
