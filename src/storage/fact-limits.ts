import type { FactKind } from '#core/session-fact.ts';
import type { Connection } from './driver.ts';

/** Facts of one session: of each kind, and of all together. A long day brings about 1,000. */
const KIND_LIMIT = 1_000;
const SESSION_LIMIT = 4_000;
/** What goes first when a session has too many facts. What is not named here goes last: prompts and rules. */
const LEAST_WORTH: readonly FactKind[] = [
  'data',
  'statement',
  'mcp',
  'skill',
  'subagent',
  'file',
  'environment',
  'role',
  'intent',
  'compaction',
  'git',
  'error',
  'answer',
  'plan',
  'rejected',
  'constraint',
  'decision',
  'correction',
  'task',
];

/** Takes the oldest facts of a kind away; the first prompt says what the session is about, and stays. */
function dropOldest(connection: Connection, sessionId: string, kind: string, count: number): void {
  if (count <= 0) return;
  const from =
    kind === 'prompt' ? 'AND id > (SELECT min(id) FROM facts WHERE session_id = ? AND kind = ?)' : '';
  const values = kind === 'prompt' ? [sessionId, kind, sessionId, kind] : [sessionId, kind];
  connection
    .prepare(
      `DELETE FROM facts WHERE id IN (SELECT id FROM facts WHERE session_id = ? AND kind = ? ${from} ORDER BY id LIMIT ?)`,
    )
    .run(...values, count);
}

/** Keeps a session's facts within their limits: the least important and the oldest go first. */
export function trimFacts(c: Connection, sessionId: string): void {
  const counts = new Map(
    c
      .prepare('SELECT kind, count(*) AS n FROM facts WHERE session_id = ? GROUP BY kind')
      .all(sessionId)
      .map((row) => [String(row.kind), Number(row.n)] as const),
  );
  for (const [kind, count] of counts) {
    dropOldest(c, sessionId, kind, count - KIND_LIMIT);
    counts.set(kind, Math.min(count, KIND_LIMIT));
  }
  let excess = [...counts.values()].reduce((sum, count) => sum + count, 0) - SESSION_LIMIT;
  for (const kind of LEAST_WORTH) {
    const count = Math.min(counts.get(kind) ?? 0, excess);
    dropOldest(c, sessionId, kind, count);
    excess -= Math.max(0, count);
  }
}
