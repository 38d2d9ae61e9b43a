import { DAY_MS } from '#core/units.ts';
import type { FactStore } from '#storage/fact-store.ts';

/** A session that goes on under new ids again and again is followed so far back. */
const MAX_SESSIONS = 5;
/** Sessions are kept so long. */
const RECENT_MS = 30 * DAY_MS;
const LOOKED_AT = 10;

/** A session and those whose work goes on in it, the oldest first. */
export function workChain(facts: FactStore, sessionId: string): readonly string[] {
  const chain: string[] = [];
  let next: string | undefined = sessionId;
  while (next !== undefined && chain.length < MAX_SESSIONS && !chain.includes(next)) {
    chain.unshift(next);
    next = facts.session(next)?.predecessor;
  }
  return chain;
}

/** Whose work a session goes on with is remembered. */
export function linkTo(facts: FactStore, sessionId: string, origin: string | undefined): void {
  if (origin === undefined || facts.session(origin) === undefined) return;
  if (!workChain(facts, origin).includes(sessionId)) facts.continueFrom(sessionId, origin);
}

/**
 * A session of which nothing is known goes on with the one that was used last in its work tree by the same agent: so it is
 * when it is resumed under a new id.
 */
export function linkToLast(facts: FactStore, sessionId: string, nowMs: number): void {
  const own = facts.session(sessionId);
  // Of a session that was purged nothing is known, and it is nobody's successor for that.
  if (own === undefined || own.predecessor !== undefined || facts.forgottenAt(own.id) !== undefined) return;
  if (facts.hasWork(own.id)) return;
  const last = facts
    .recentSessions(own.worktree, nowMs - RECENT_MS, own.id, LOOKED_AT)
    .find(({ id, platform }) => platform === own.platform && facts.hasEvents(id, 'user_prompt'));
  linkTo(facts, own.id, last?.id);
}
