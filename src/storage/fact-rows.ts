import type { SessionEvent } from '#core/session-event.ts';
import { FACT_KINDS, type FactKind, type SessionFact, type StoredFact } from '#core/session-fact.ts';
import type { Connection, Row } from './driver.ts';

/** Returns the id of the last fact that it wrote; 0: none. */
type FactWriter = (eventId: number, event: SessionEvent, facts: readonly SessionFact[]) => number;

/** Writes facts beside their event, in its transaction. They must be safe: see core/safe-facts.ts. */
export function factWriter(connection: Connection): FactWriter {
  const insert = connection.prepare(
    `INSERT INTO facts (event_id, session_id, agent_id, cwd, kind, key, state, text, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (eventId, { sessionId, agentId, cwd, atMs }, facts) => {
    let last = 0;
    for (const { kind, key, state, text } of facts)
      last = insert.run(
        eventId,
        sessionId,
        agentId ?? null,
        cwd,
        kind,
        key ?? null,
        state ?? null,
        text.toWellFormed(),
        atMs,
      ).lastInsertRowid;
    return last;
  };
}

const KINDS: ReadonlySet<string> = new Set(FACT_KINDS);

const isFactKind = (kind: string): kind is FactKind => KINDS.has(kind);

/** A row of `facts`; empty for one of a kind that a later plimsoll has. */
export function toFact(row: Row): readonly StoredFact[] {
  const kind = String(row.kind);
  if (!isFactKind(kind)) return [];
  const optional = (name: 'key' | 'state') => (row[name] === null ? {} : { [name]: String(row[name]) });
  return [
    {
      id: Number(row.id),
      sessionId: String(row.session_id),
      ...(row.agent_id === null ? {} : { agentId: String(row.agent_id) }),
      kind,
      ...optional('key'),
      ...optional('state'),
      text: String(row.text),
      atMs: Number(row.at_ms),
      cwd: String(row.cwd),
    },
  ];
}
