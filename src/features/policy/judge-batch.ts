import { compareVerdicts } from '#core/verdict.ts';
import type { JudgeOptions } from './judge-context.ts';
import { judgeShell } from './judge-shell.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';

export interface BatchJudgement {
  /** The strictest of all: where it is no `allow`, nothing of the batch runs. An empty batch is allowed. */
  readonly whole: Judgement;
  /** In the order of the commands. */
  readonly items: readonly Judgement[];
}

/** Judges every command of a batch. Each starts in the same folder: a change of folder ends with its command. */
export function judgeBatch(
  commands: readonly string[],
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions = {},
): BatchJudgement {
  const items = commands.map((command) => judgeShell(command, policy, place, options));
  const [first, ...rest] = items;
  if (first === undefined) return { whole: { verdict: 'allow', reason: 'it runs no command' }, items };
  const strictest = rest.reduce((a, b) => (isStricter(b, a) ? b : a), first);
  const { isCovered: _, leavesSandbox: __, ...judgement } = strictest;
  const isCovered = items.every((item) => item.isCovered === true);
  // One command that has to stay in the sandbox keeps all of them there.
  const isOutside = items.every((item) => item.leavesSandbox === true);
  const whole = {
    ...judgement,
    ...(isCovered ? { isCovered } : {}),
    ...(isOutside ? { leavesSandbox: true as const } : {}),
  };
  return { whole, items };
}

/** Of two that ask, one that only the user may answer counts as the stricter. */
const isStricter = (a: Judgement, b: Judgement): boolean =>
  compareVerdicts(a.verdict, b.verdict) > 0 ||
  (a.verdict === 'ask' && b.verdict === 'ask' && a.isUnmatched !== true && b.isUnmatched === true);
