import { compareVerdicts, type Verdict } from './verdict.ts';

/** What a handler says about the permission of a call that is about to happen. */
export interface HookPermission {
  readonly verdict: Verdict;
  /** For the user, who may be asked: the command and the rule, or the cause. */
  readonly reason: string;
}

/** What a handler wants to happen, in neutral form. A codec renders it in the agent's dialect, or drops it. */
export interface HookDecision {
  /** Text to add to the model's context. Absent or empty: nothing is added. */
  readonly context?: string;
  /** Absent: nothing is said, and the agent decides as it would without us. */
  readonly permission?: HookPermission;
  /** Stands in place of the tool's result, in the tool's own schema. Absent: the result stays. */
  readonly output?: unknown;
  /** The prompt is a command of ours: this is shown to the person in place of an answer, and no model is asked. */
  readonly reply?: string;
  /** What is said is for the model alone: the agent shows it to nobody. */
  readonly isSilent?: boolean;
}

/** How a hook ends that refuses a call by its exit code: the reason is read from stderr. */
interface HookRefusal {
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a hook process says: a text on stdout with exit code 0, the empty one included; or a refusal by its end. */
export type HookAnswer = string | HookRefusal;

export const NO_DECISION: HookDecision = {};

/**
 * Several handlers' decisions as one: contexts are joined by a blank line, in order; of verdicts the strictest holds; it is
 * silent when one of those that say something wants it so.
 */
export function mergeDecisions(decisions: readonly HookDecision[]): HookDecision {
  const contexts = decisions.flatMap((d) => (d.context ? [d.context] : []));
  const permissions = decisions.flatMap((d) => d.permission ?? []);
  const [permission] = permissions.toSorted((a, b) => compareVerdicts(b.verdict, a.verdict));
  const output = decisions.findLast((d) => d.output !== undefined)?.output;
  const reply = decisions.findLast((d) => d.reply !== undefined)?.reply;
  return {
    ...(contexts.length === 0 ? NO_DECISION : { context: contexts.join('\n\n') }),
    ...(permission === undefined ? NO_DECISION : { permission }),
    ...(output === undefined ? NO_DECISION : { output }),
    ...(reply === undefined ? NO_DECISION : { reply }),
    ...(decisions.some((d) => d.isSilent && d.context) ? { isSilent: true } : NO_DECISION),
  };
}
