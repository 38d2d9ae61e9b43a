import { safeFactsOfAll } from '#core/safe-facts.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { workTree } from '#infra/project.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { trimFacts } from './fact-limits.ts';
import { factWriter } from './fact-rows.ts';

/** One executed or read-back answer, in bytes; see docs/benchmarks.md for what is counted against what. */
export interface OutputRecord {
  readonly sessionId: string | undefined;
  readonly tool: string;
  readonly atMs: number;
  /** What the run produced, or what the stored original holds. */
  readonly producedBytes: number;
  /** What the agent itself would have shown of it. */
  readonly hostBytes: number;
  readonly returnedBytes: number;
  readonly sourceId: number | undefined;
}

/** Names of tools and reasons. No secret is so short, and none is made of letters alone. */
const PLAIN_NAME = /^(?:[A-Za-z_ -]*|.{0,12})$/;

/** Without secrets; absent stays absent. To look for them takes milliseconds in a process that has not done it yet. */
function safe(text: string | undefined): string | null {
  if (text === undefined) return null;
  return PLAIN_NAME.test(text) ? text : redactText(text).text;
}

/** Facts between two looks at how many a session has. */
const TRIM_EVERY = 256;

/** Notes that sessions were used; those that are not known begin. */
function touchSessions(connection: Connection, events: readonly SessionEvent[]): void {
  const touch = connection.prepare('UPDATE sessions SET last_ms = max(last_ms, ?) WHERE id = ?');
  const begin = connection.prepare(
    'INSERT INTO sessions (id, platform, cwd, worktree, started_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const last = new Map<string, number>();
  for (const { sessionId, platform, cwd, atMs } of events) {
    if (!last.has(sessionId) && touch.run(atMs, sessionId).changes === 0)
      begin.run(sessionId, platform, cwd, cwd === '' ? '' : workTree(cwd), atMs, atMs);
    last.set(sessionId, Math.max(atMs, last.get(sessionId) ?? 0));
  }
  for (const [sessionId, atMs] of last) touch.run(atMs, sessionId);
}

/** Puts events into the tables, with their facts; an event that was recorded before is passed over. Returns how many were new. */
function insertEvents(connection: Connection, events: readonly SessionEvent[]): number {
  touchSessions(connection, events);
  const insert = connection.prepare(
    `INSERT INTO events (session_id, platform, name, agent_id, tool_name, tool_use_id, bytes, detail, hash, facts, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const addFacts = factWriter(connection);
  const safeFacts = safeFactsOfAll(events.map(({ facts = [] }) => facts));
  let count = 0;
  for (const [place, event] of events.entries()) {
    const facts = safeFacts[place] ?? [];
    const { changes, lastInsertRowid } = insert.run(
      event.sessionId,
      event.platform,
      event.name,
      event.agentId ?? null,
      safe(event.toolName),
      event.toolUseId ?? null,
      event.bytes ?? null,
      safe(event.detail),
      event.hash ?? null,
      facts.length,
      event.atMs,
    );
    if (changes === 0) continue;
    const last = addFacts(lastInsertRowid, event, facts);
    if (last % TRIM_EVERY < facts.length) trimFacts(connection, event.sessionId);
    count += 1;
  }
  return count;
}

/** Sessions, their events and the byte counts of answers. All methods throw what `Database` throws. */
export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(database: Database) {
  return {
    /** Commits one event. False when the same tool call was recorded before: then nothing changes. */
    addEvent(event: SessionEvent): boolean {
      return database.write((connection) => insertEvents(connection, [event]) > 0);
    },

    /** How far a spool file was taken in, in bytes; 0 for an unknown one. */
    spoolOffset(file: string): number {
      const row = database.read((c) =>
        c.prepare('SELECT offset FROM spool_offsets WHERE file = ?').get(file),
      );
      return Number(row?.offset ?? 0);
    },

    /**
     * Takes events in and moves the file's offset, in one transaction. Nothing happens when the offset is no longer
     * `from`: another process was faster. Returns whether it was done.
     */
    ingest(file: string, from: number, to: number, events: readonly SessionEvent[]): boolean {
      return database.write((connection) => {
        const row = connection.prepare('SELECT offset FROM spool_offsets WHERE file = ?').get(file);
        if (Number(row?.offset ?? 0) !== from) return false;
        insertEvents(connection, events);
        connection
          .prepare(
            'INSERT INTO spool_offsets (file, offset) VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET offset = excluded.offset',
          )
          .run(file, to);
        return true;
      });
    },

    forgetSpool(file: string): void {
      database.write((connection) =>
        connection.prepare('DELETE FROM spool_offsets WHERE file = ?').run(file),
      );
    },

    addOutput(record: OutputRecord): void {
      database.write((connection) =>
        connection
          .prepare(
            `INSERT INTO outputs (session_id, tool, at_ms, produced_bytes, host_bytes, returned_bytes, source_id)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            record.sessionId ?? null,
            record.tool,
            record.atMs,
            record.producedBytes,
            record.hostBytes,
            record.returnedBytes,
            record.sourceId ?? null,
          ),
      );
    },

    /** Sums over all answers of the store, in bytes, and the number of events and sessions. */
    totals() {
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM sessions) AS sessions,
                    count(*) AS outputs, coalesce(sum(produced_bytes), 0) AS produced,
                    coalesce(sum(host_bytes), 0) AS host, coalesce(sum(returned_bytes), 0) AS returned FROM outputs`,
          )
          .get(),
      );
      const field = (name: string): number => Number(row?.[name] ?? 0);
      return {
        events: field('events'),
        sessions: field('sessions'),
        outputs: field('outputs'),
        producedBytes: field('produced'),
        hostBytes: field('host'),
        returnedBytes: field('returned'),
      };
    },
  };
}
