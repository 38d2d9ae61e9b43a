import type { SessionFact } from './session-fact.ts';

/**
 * The name of a record that is no event: text that a hook added to the context. `detail` names the event on which it was, `bytes`
 * its size.
 */
export const TEXT_ADDED = 'text_added';

/**
 * One thing that happened in a session, as it is stored and spooled. Small by contract: what a result said is never
 * in it, only how large it was, and the facts that were taken from it.
 */
export interface SessionEvent {
  /** Platform id of the agent that reported it. */
  readonly platform: string;
  readonly sessionId: string;
  /** Id of the subagent it happened in; absent in the main conversation. */
  readonly agentId?: string;
  /** Canonical event name, see hook-event.ts. */
  readonly name: string;
  /** Working directory of the agent, absolute; the reader derives the project from it. Empty: nobody knows. */
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly toolName?: string;
  /** The agent's id of the tool call: a second report of the same call is dropped. */
  readonly toolUseId?: string;
  /** UTF-8 bytes of the tool's result, of the prompt, or of what the assistant said. */
  readonly bytes?: number;
  /** Of a prompt, or of what the assistant said: tells whether an event that comes by another way is the same. */
  readonly hash?: string;
  /** Folder of the project that it belongs to, absolute, where `cwd` lies in that; absent: `cwd` tells. */
  readonly project?: string;
  /** `startup`, `resume`, `clear`, `compact`, `manual`, `auto`, … as the agent names it. */
  readonly detail?: string;
  /** What is remembered of it, redacted; absent: nothing. */
  readonly facts?: readonly SessionFact[];
}
