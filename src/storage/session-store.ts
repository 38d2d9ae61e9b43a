import { safeFactsOfAll } from '#core/safe-facts.ts';
import { type SessionEvent, TEXT_ADDED } from '#core/session-event.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { workTree } from '#infra/project.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { trimFacts } from './fact-limits.ts';
import { factWriter } from './fact-rows.ts';
import { tallyWriter } from './tally-rows.ts';

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
  const count = tallyWriter(connection);
  const last = new Map<string, number>();
  for (const { sessionId, platform, cwd, atMs } of events) {
    if (!last.has(sessionId) && touch.run(atMs, sessionId).changes === 0) {
      begin.run(sessionId, platform, cwd, cwd === '' ? '' : workTree(cwd), atMs, atMs);
      count(sessionId, atMs, { kind: 'session', name: platform });
    }
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
  const tally = tallyWriter(connection);
  const safeFacts = safeFactsOfAll(events.map(({ facts = [] }) => facts));
  let count = 0;
  for (const [place, event] of events.entries()) {
    const { sessionId, name, atMs } = event;
    if (name === TEXT_ADDED) {
      tally(sessionId, atMs, { kind: 'text', name: event.detail ?? '', overheadBytes: event.bytes ?? 0 });
      continue;
    }
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
    tally(sessionId, atMs, { kind: 'event', name });
    const last = addFacts(lastInsertRowid, event, facts);
    if (last % TRIM_EVERY < facts.length) trimFacts(connection, event.sessionId);
    count += 1;
  }
  return count;
}

/** Sessions and their events. All methods throw what `Database` throws. */
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

    /** How many events and sessions were recorded so far, those among them whose rows are gone. */
    totals(): { readonly events: number; readonly sessions: number } {
      const rows = database.read((c) =>
        c
          .prepare("SELECT kind, sum(count) AS n FROM tally WHERE kind IN ('event', 'session') GROUP BY kind")
          .all(),
      );
      const of = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.n ?? 0);
      return { events: of('event'), sessions: of('session') };
    },
  };
}
