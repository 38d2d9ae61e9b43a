import type { JudgeContext } from '../judge-context.ts';
import type { Judgement } from '../policy.ts';
import { bareShellRule, hasShellRules } from '../rules/find-rule.ts';
import { allowed, unmatched } from '../verdicts.ts';
import { judgeCommand } from './allow-command.ts';
import { riskyVariable } from './allow-texts.ts';
import type { Findings } from './findings.ts';
import { judgeRedirect } from './judge-redirect.ts';

/** Whether every part of a script that no rule speaks against may run: allowed when all are, else the first that is not. */
export function judgeParts(found: Findings, context: JudgeContext): Judgement {
  const { allow, deny, ask } = context.policy;
  const bare = bareShellRule(allow);
  const [hidden] = found.hidden;
  if (hidden !== undefined && (bare === undefined || hasShellRules([...deny, ...ask])))
    return unmatched(hidden);
  const risky = riskyVariable(found.lasting);
  if (risky !== undefined && bare === undefined)
    return unmatched(`${risky} is set for all that follows, and may change what commands do`);
  const parts: Judgement[] = [];
  for (const command of found.commands) {
    if (command.isIndirect || command.isCall) continue;
    parts.push(judgeCommand(command, context));
  }
  for (const redirect of found.redirects)
    if (!redirect.isIndirect) parts.push(judgeRedirect(redirect, context));
  return parts.find(({ verdict }) => verdict !== 'allow') ?? allAllowed(parts);
}

function allAllowed(parts: readonly Judgement[]): Judgement {
  const rules = parts.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
  const first = parts.find(({ rule }) => rule !== undefined) ?? parts[0];
  if (first === undefined) return allowed('it runs no command');
  const isCovered = rules.length === parts.length;
  return isCovered ? { ...first, isCovered } : first;
}
