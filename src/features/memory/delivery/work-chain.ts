import type { HookEvent } from '#core/hook-event.ts';
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

/**
 * Finds out whose work a session goes on with, and remembers it: the session that its transcript names, else, when nothing is
 * known of it, the one that was used last in this work tree by the same agent.
 */
export function linkPredecessor(
  facts: FactStore,
  event: HookEvent,
  origin: string | undefined,
  nowMs: number,
): void {
  const own = facts.session(event.sessionId);
  if (own === undefined || own.predecessor !== undefined) return;
  if (origin !== undefined && facts.session(origin) !== undefined) {
    facts.continueFrom(own.id, origin);
    return;
  }
  if (facts.ofSessions([own.id]).length > 0) return;
  const last = facts
    .recentSessions(own.worktree, nowMs - RECENT_MS, own.id, LOOKED_AT)
    .find(({ id, platform }) => platform === own.platform && facts.hasEvents(id, 'user_prompt'));
  if (last !== undefined) facts.continueFrom(own.id, last.id);
}
