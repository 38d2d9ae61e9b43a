import { compareVerdicts, type Verdict } from '#core/verdict.ts';
import type { GateCall } from './gate.ts';
import type { Judgement, PermissionPolicy } from './policy.ts';
import { asked, denied, settle } from './verdicts.ts';

/** What the OS sandbox is at this moment. */
export interface SandboxState {
  /** It is wanted, and it is there. */
  readonly isConfined: boolean;
  /** What it says to a run: `ask` and `deny` where it is wanted and missing. */
  readonly verdict: Verdict;
  /** Empty for `allow`. */
  readonly reason: string;
}

/** Nobody wants a sandbox. */
export const NO_SANDBOX: SandboxState = { isConfined: false, verdict: 'allow', reason: '' };

/** True for a call that runs code. */
export const runsCode = ({ access }: Pick<GateCall, 'access'>): boolean =>
  access.acts.some(({ kind }) => kind === 'shell' || kind === 'code' || kind === 'batch');

/**
 * What a missing sandbox adds to a judgement: the stricter of both holds, in bypass mode, too, since whoever lets everything
 * pass relies on the sandbox.
 */
export function judgeConfined(
  call: GateCall,
  judgement: Judgement,
  { verdict, reason }: SandboxState,
  policy: PermissionPolicy,
): Judgement {
  if (!runsCode(call)) return judgement;
  if (judgement.leavesSandbox === true) return { ...judgement, outside: 'excluded' };
  if (verdict === 'allow') return judgement;
  const missing = settle(verdict === 'deny' ? denied(reason) : asked(reason), policy);
  const isStricter = compareVerdicts(missing.verdict, judgement.verdict) > 0;
  const { isCovered: _, isUnmatched: __, ...rest } = isStricter ? missing : judgement;
  return verdict === 'ask' ? { ...rest, outside: 'agreed' } : rest;
}
