import type { Database } from '../../../src/storage/database.ts';
import { MIGRATIONS } from '../../../src/storage/migrations/index.ts';
import type { Migration } from '../../../src/storage/migrations/migration.ts';

/** Today's schema and one more step that leaves a trace each time it runs. */
export const SECOND_MIGRATION: readonly Migration[] = [
  ...MIGRATIONS,
  {
    version: MIGRATIONS.length + 1,
    sql: "ALTER TABLE sources ADD COLUMN later TEXT; INSERT INTO notices (at_ms, text) VALUES (0, 'migrated')",
  },
];

/** One source with one chunk in one transaction; returns the source's id. */
export function addDocument(database: Database, label: string, body: string): number {
  return database.write((connection) => {
    const known = connection.prepare('SELECT count(*) n FROM sources').get()?.n;
    const source = connection
      .prepare(
        `INSERT INTO sources (label, kind, origin, bytes, lines, hash, state, created_ms, used_ms)
         VALUES (?, 'doc', 'stored', ?, 1, ?, 'ready', 0, 0)`,
      )
      .run(label, body.length, `hash-${known}`).lastInsertRowid;
    const chunk = connection
      .prepare(
        'INSERT INTO chunks (source_id, title, start_byte, end_byte, start_line, end_line) VALUES (?, ?, 0, ?, 1, 1)',
      )
      .run(source, label, body.length).lastInsertRowid;
    connection
      .prepare('INSERT INTO chunk_index (rowid, title, body) VALUES (?, ?, ?)')
      .run(chunk, label, body);
    return source;
  });
}

/** Events in one transaction. */
export function addEvents(database: Database, count: number): void {
  database.write((connection) => {
    const insert = connection.prepare(
      "INSERT INTO events (session_id, platform, name, detail, at_ms) VALUES ('s', 'p', 'post_tool', ?, ?)",
    );
    for (let n = 0; n < count; n += 1) insert.run('some detail of what happened', n);
  });
}

export const countEvents = (database: Database): number =>
  database.read((connection) => Number(connection.prepare('SELECT count(*) n FROM events').get()?.n));

export const countSources = (database: Database): number =>
  database.read((connection) => Number(connection.prepare('SELECT count(*) n FROM sources').get()?.n));
