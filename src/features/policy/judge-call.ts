import { compareVerdicts } from '#core/verdict.ts';
import { existingPath } from '#infra/real-path.ts';
import type { Act } from './act.ts';
import type { GateCall } from './gate.ts';
import { judgePath } from './judge-path.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';
import { allowed, asked, denied, ruleReason, settle, unmatched } from './verdicts.ts';

function one(act: Act, policy: PermissionPolicy, place: Omit<PolicyPlace, 'cwd'>): Judgement {
  if (act.kind === 'read')
    return judgePath('read', act.path, policy, { ...place, cwd: act.cwd }, { realPath: existingPath });
  const text = act.kind === 'batch' ? act.commands.join(' && ') : act.kind === 'fetch' ? act.url : act.code;
  const hit = (rules: PermissionPolicy['deny']) =>
    rules.find(
      (r) =>
        r.tool === 'Bash' && (r.specifier === undefined || text.includes(r.specifier.replace(/[ :]\*$/, ''))),
    );
  const d = hit(policy.deny);
  if (d) return denied(ruleReason('denies', text, d), d);
  const a = hit(policy.ask);
  if (a) return asked(ruleReason('asks about', text, a), a);
  if (policy.mode === 'bypassPermissions')
    return settle(allowed('permission mode bypassPermissions'), policy);
  const w = hit(policy.allow);
  if (w) return settle({ ...allowed(ruleReason('allows', text, w), w), isCovered: true }, policy);
  return settle(unmatched('no rule allows it'), policy);
}
export function judgeCall(
  call: GateCall,
  policy: PermissionPolicy,
  place: Omit<PolicyPlace, 'cwd'>,
): Judgement {
  const all = call.access.acts
    .map((act) => one(act, policy, place))
    .sort((a, b) => compareVerdicts(b.verdict, a.verdict));
  return all[0] ?? allowed('it concerns our own store only');
}
