import type { Judgement, PermissionRule } from './policy.ts';

const withRule = (rule: PermissionRule | undefined) => (rule === undefined ? {} : { rule });

export const allowed = (reason: string, rule?: PermissionRule): Judgement => ({
  verdict: 'allow',
  reason,
  ...withRule(rule),
});

export const asked = (reason: string, rule?: PermissionRule): Judgement => ({
  verdict: 'ask',
  reason,
  ...withRule(rule),
});

export const denied = (reason: string, rule?: PermissionRule): Judgement => ({
  verdict: 'deny',
  reason,
  ...withRule(rule),
});

/** Nothing speaks about the call: the mode decides. */
export const unmatched = (reason: string): Judgement => ({ verdict: 'ask', reason, isUnmatched: true });

/** Longest piece of a command in a reason, in characters. */
const SUBJECT_LIMIT = 120;

/** What a rule is about, on one line and not too long. */
export function subject(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SUBJECT_LIMIT ? line : `${line.slice(0, SUBJECT_LIMIT)}…`;
}

/** `Bash(rm *) in /path/settings.json denies "rm x"`. */
export const ruleReason = (does: string, text: string, rule: PermissionRule): string =>
  `${rule.text} in ${rule.source.file} ${does} "${subject(text)}"`;

/** The last step of every judgement: what cannot be asked in this mode is refused, and nothing passes over unread rules. */
export function settle(
  judgement: Judgement,
  policy: { readonly mode: string; readonly problems: readonly string[] },
): Judgement {
  const [problem] = policy.problems;
  const seen =
    judgement.verdict === 'allow' && problem !== undefined
      ? asked(`permission rules could not be read: ${problem}`)
      : judgement;
  if (seen.verdict !== 'ask' || policy.mode !== 'dontAsk') return seen;
  const { isUnmatched: _, ...rest } = seen;
  return {
    ...rest,
    verdict: 'deny',
    reason: `${seen.reason}; permission mode dontAsk refuses instead of asking`,
  };
}
