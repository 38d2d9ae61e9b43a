import type { JudgeContext } from '../judge-context.ts';
import { isInside, judgeFile } from '../paths/judge-file.ts';
import type { Judgement } from '../policy.ts';
import { bareShellRule } from '../rules/find-rule.ts';
import { allowed, asked, ruleReason, subject, unmatched } from '../verdicts.ts';
import { formsOf, isKnown, isStream } from './check-files.ts';
import type { FoundRedirect } from './findings.ts';

/** Whether the file behind `<` or `>` may be read or written, and why; a question when nothing allows it. */
export function judgeRedirect({ act, target, folders }: FoundRedirect, context: JudgeContext): Judgement {
  if (isStream(target)) return allowed('a stream is no file');
  const file = { act, word: target, folders };
  const name = subject(target.text);
  if (!isKnown(file) || (act === 'edit' && !target.isLiteral))
    return unmatched(`which file "${name}" is cannot be told from the text`);
  const all = formsOf(file, context);
  const judged = all.map((forms) => judgeFile(act, target.text, forms, context));
  const refusal = judged.find(({ verdict }) => verdict !== 'allow');
  if (refusal === undefined) return judged[0] ?? asked(`"${name}" names no file`);
  const bare = bareShellRule(context.policy.allow);
  const isIn = all.every((forms) => isInside(forms.normal, context) && isInside(forms.real, context));
  const isOpen = refusal.isUnmatched === true && isIn && context.policy.mode !== 'plan';
  return isOpen && bare !== undefined ? allowed(ruleReason('allows', name, bare), bare) : refusal;
}
