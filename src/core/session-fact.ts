/** What a session is remembered by; `features/memory` has one extractor for each. */
export const FACT_KINDS = [
  'prompt',
  'file',
  'task',
  'rule',
  'decision',
  'correction',
  'constraint',
  'rejected',
  'git',
  'error',
  'environment',
  'plan',
  'answer',
  'mcp',
  'subagent',
  'skill',
  'statement',
  'role',
  'intent',
  'data',
  'compaction',
] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/**
 * One thing worth remembering of one event, taken from that event alone. What several of them mean together (a value that was
 * replaced, an error that was mended, a task that is done) is worked out by the reader, from their order.
 */
export interface SessionFact {
  readonly kind: FactKind;
  /** What it is about: a path, a task's id, a command. A later fact of the same kind and key continues an earlier one. */
  readonly key?: string;
  /** What became of it, a word of the kind's own: `edit`, `read`, `done`, `failed`, … */
  readonly state?: string;
  /** As it was said, without secrets; at most 2,048 bytes of UTF-8. */
  readonly text: string;
}

/** A fact as the store gives it back. */
export interface StoredFact extends SessionFact {
  /** Grows with the order in which facts were recorded. */
  readonly id: number;
  readonly sessionId: string;
  /** Id of the subagent it happened in; absent in the main conversation. */
  readonly agentId?: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Working directory of the agent then; empty: nobody knows. */
  readonly cwd: string;
}
