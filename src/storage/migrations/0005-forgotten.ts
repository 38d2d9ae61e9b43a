import type { Migration } from './migration.ts';

/** Which sessions were purged and when: their transcripts belong to the agent, lie there still, and must not be read again. */
export const forgotten: Migration = {
  version: 5,
  sql: `
CREATE TABLE forgotten (
  -- hash of the session's id; empty: all sessions of the project
  who TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT;
`,
};
