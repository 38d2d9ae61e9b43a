import { Gate } from '#features/policy/gate.ts';
import { judgeCall } from '#features/policy/judge-call.ts';
import { readingBy, readRules } from '#features/policy/read-rules.ts';
import type { Environment } from '#infra/home.ts';
import { existingPath } from '#infra/real-path.ts';
import { createPolicySource } from './policy.ts';
import type { ReadPermissions } from './workspace.ts';

export interface GateParts {
  readonly env: Environment;
  /** Absolute, without links. */
  readonly projectRoot: () => string;
  readonly isHostAsking: () => boolean;
}

/** The gate over the user's settings, and what the stores need to know of them. */
export function createGate({ env, projectRoot, isHostAsking }: GateParts): {
  readonly gate: Gate;
  readonly reads: ReadPermissions;
} {
  const source = createPolicySource(env);
  const current = () => source(projectRoot());
  const gate = new Gate({
    policy: () => current().policy,
    judge: (call, policy) => judgeCall(call, policy, current().place, { realPath: existingPath }),
    isHostAsking,
    nowMs: Date.now,
  });
  const rules = () => {
    const { policy, place } = current();
    return readRules(policy, place);
  };
  const mayRead = (path: string): boolean => {
    const { policy, place } = current();
    return readRules(policy, place) === undefined || readingBy({ policy, place })(path);
  };
  return { gate, reads: { mayRead, rules } };
}
