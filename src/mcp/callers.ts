import type { HookEvent } from '#core/hook-event.ts';

/** Calls that may be under way between their hook and their arrival; more are a fault, and the oldest go. */
const MAX_CALLS = 1_000;

/** Who makes which call: a request names its id only, the hook before it also the session and the subagent. */
export class Callers {
  private readonly byCall = new Map<string, string>();

  /** Takes note of a call that is about to arrive; an event without an id changes nothing. */
  note({ toolUseId, sessionId, agentId = '' }: HookEvent): void {
    if (toolUseId === undefined) return;
    this.byCall.delete(toolUseId);
    this.byCall.set(toolUseId, `${sessionId}/${agentId}`);
    const [oldest] = this.byCall.keys();
    if (this.byCall.size > MAX_CALLS && oldest !== undefined) this.byCall.delete(oldest);
  }

  /** A key of the caller; empty for calls of which no hook told: they count as one caller. */
  of(callId: string | undefined): string {
    return callId === undefined ? '' : (this.byCall.get(callId) ?? '');
  }
}
