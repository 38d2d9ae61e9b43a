import type { JudgeContext } from '../judge-context.ts';
import type { Judgement, PermissionRule } from '../policy.ts';
import { allowed, asked, denied, ruleReason, unmatched } from '../verdicts.ts';
import { allowingPathRule, type PathForms, strictPathRule } from './path-rules.ts';
import { isProtected } from './protected.ts';
import { foldPath, isWithin } from './segments.ts';

export type FileAct = 'read' | 'edit';

/** A Read deny keeps writers away, too; an Edit allow lets readers in. Rules of other file tools are never consulted. */
const STRICT_TOOLS = { read: ['Read'], edit: ['Read', 'Edit'] } as const;
const ASK_TOOLS = { read: ['Read'], edit: ['Edit'] } as const;
const ALLOW_TOOLS = { read: ['Read', 'Edit'], edit: ['Edit'] } as const;

/** Whether this form lies in a working folder. */
export function isInside(path: readonly string[], { roots, platform }: JudgeContext): boolean {
  const whole = `/${path.join('/')}`;
  return roots().some((root) => isWithin(whole, foldPath(root, platform)));
}

/** A rule that forbids this act on this file. */
export function fileDeny(act: FileAct, forms: PathForms, context: JudgeContext): PermissionRule | undefined {
  return strictPathRule(context.policy.deny, STRICT_TOOLS[act], forms, context);
}

/** A rule that wants the user to be asked about this act on this file. */
export function fileAsk(act: FileAct, forms: PathForms, context: JudgeContext): PermissionRule | undefined {
  return strictPathRule(context.policy.ask, ASK_TOOLS[act], forms, context);
}

/** The rule that allows this act on this file, in the written form and where it leads; undefined when none does. */
export function fileAllow(act: FileAct, forms: PathForms, context: JudgeContext): PermissionRule | undefined {
  const find = (path: readonly string[]) =>
    allowingPathRule(context.policy.allow, ALLOW_TOOLS[act], path, context);
  return find(forms.real) === undefined ? undefined : find(forms.normal);
}

/** What the host's file tools would be told about this act: deny, ask, protected paths, working folders, allow rules. */
export function judgeFile(act: FileAct, name: string, forms: PathForms, context: JudgeContext): Judgement {
  const { policy } = context;
  const deny = fileDeny(act, forms, context);
  if (deny !== undefined) return denied(ruleReason('denies', name, deny), deny);
  const ask = fileAsk(act, forms, context);
  if (ask !== undefined) return asked(ruleReason('asks about', name, ask), ask);
  const isByMode = policy.mode === 'bypassPermissions';
  if (isByMode) return allowed('permission mode bypassPermissions');
  if (act === 'edit' && (isProtected(forms.normal) || isProtected(forms.real)))
    return asked(`"${name}" is a protected path, which no rule approves beforehand`);
  const rule = fileAllow(act, forms, context);
  const isIn = isInside(forms.normal, context) && isInside(forms.real, context);
  if (act === 'edit' && policy.mode === 'plan') return asked(`plan mode: "${name}" would be written`);
  if (rule !== undefined) return allowed(ruleReason('allows', name, rule), rule);
  if (act === 'read' && isIn) return allowed('it lies in a working folder');
  if (act === 'edit' && isIn && policy.mode === 'acceptEdits') return allowed('permission mode acceptEdits');
  if (act === 'read' && policy.blockReadsOutside)
    return denied(`"${name}" lies outside the working folders, and reads there are blocked by a setting`);
  return unmatched(isIn ? `no rule allows to write "${name}"` : `"${name}" lies outside the working folders`);
}
