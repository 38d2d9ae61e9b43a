/** What a handler wants to happen, in neutral form. A codec renders it in the agent's dialect, or drops it. */
export interface HookDecision {
  /** Text to add to the model's context. Absent or empty: nothing is added. */
  readonly context?: string;
  /** Stands in place of the tool's result. Absent: the result stays. */
  readonly output?: string;
}

export const NO_DECISION: HookDecision = {};

/** Several handlers' decisions as one: contexts are joined by a blank line, in order. */
export function mergeDecisions(decisions: readonly HookDecision[]): HookDecision {
  const contexts = decisions.flatMap((d) => (d.context ? [d.context] : []));
  const output = decisions.findLast((d) => d.output !== undefined)?.output;
  return {
    ...(contexts.length === 0 ? NO_DECISION : { context: contexts.join('\n\n') }),
    ...(output === undefined ? NO_DECISION : { output }),
  };
}
