import { FAMILIES, type Family, shebangLanguage } from './code/families.ts';
import { subprocessCalls } from './code/subprocess-calls.ts';
import { type JudgeOptions, judgeContext } from './judge-context.ts';
import { judgeShell } from './judge-shell.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';
import { bareShellRule, shellRuleFor } from './rules/find-rule.ts';
import { collect } from './shell/collect.ts';
import { criticalJudgement, strictJudgement } from './shell/strict-rules.ts';
import { allowed, asked, denied, ruleReason, settle, unmatched } from './verdicts.ts';

/** Longer code is not searched for calls, in characters: it would hold up the answer. */
const SEARCH_LIMIT = 200_000;

/**
 * What the host's Bash would be told about running this code: shell code by its commands, other languages by the command
 * line of their interpreters. Calls in the code that start a program can make it stricter, never the other way round.
 *
 * @param language a language of `ctx_execute`
 */
export function judgeCode(
  language: string,
  code: string,
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions = {},
): Judgement {
  try {
    if (language === 'shell') return withShebang(code, judgeShell(code, policy, place, options), policy);
    const family = FAMILIES[language];
    if (family === undefined) return settle(unmatched(`no rule speaks about ${language}`), policy);
    const own = judgeFamily(language, family, policy, options);
    const calls = own.verdict === 'deny' ? undefined : callsJudgement(language, code, policy, place, options);
    return settle(calls === undefined ? own : { ...calls, ...stampOf(own) }, policy);
  } catch (thrown) {
    return settle(asked(`the rules could not be applied to this code: ${String(thrown)}`), policy);
  }
}

const stampOf = ({ isSandboxed }: Judgement) => (isSandboxed === undefined ? {} : { isSandboxed });

/** A first line that names another interpreter: a rule about that one counts, too. */
function withShebang(code: string, shell: Judgement, policy: PermissionPolicy): Judgement {
  const language = shebangLanguage(code);
  const family = language === undefined ? undefined : FAMILIES[language];
  if (family === undefined || shell.verdict === 'deny') return shell;
  const strict = strictFamilyRule(`a script for ${language}`, family, policy);
  return strict === undefined ? shell : settle(strict, policy);
}

function strictFamilyRule(name: string, { lines }: Family, { deny, ask }: PermissionPolicy) {
  const denyRule = shellRuleFor(deny, lines);
  if (denyRule !== undefined) return denied(ruleReason('denies', name, denyRule), denyRule);
  const askRule = shellRuleFor(ask, lines);
  return askRule === undefined ? undefined : asked(ruleReason('asks about', name, askRule), askRule);
}

function judgeFamily(
  name: string,
  family: Family,
  policy: PermissionPolicy,
  options: JudgeOptions,
): Judgement {
  const bareDeny = bareShellRule(policy.deny);
  if (bareDeny !== undefined) return denied(ruleReason('denies', name, bareDeny), bareDeny);
  const strict = strictFamilyRule(name, family, policy);
  const isConfined = options.isConfined === true;
  const stamp = isConfined ? ({ isSandboxed: true } as const) : {};
  if (strict !== undefined) return { ...strict, ...stamp };
  const isByHost = isConfined && policy.sandbox.autoAllowBashIfSandboxed;
  const bareAsk = bareShellRule(policy.ask);
  if (bareAsk !== undefined && (!isByHost || policy.mode === 'plan'))
    return { ...asked(ruleReason('asks about', name, bareAsk), bareAsk), ...stamp };
  if (isByHost) return { ...allowed('the sandbox confines it'), ...stamp };
  if (policy.mode === 'bypassPermissions')
    return { ...allowed('permission mode bypassPermissions'), ...stamp };
  const rule = shellRuleFor(policy.allow, family.runs) ?? bareShellRule(policy.allow);
  if (rule === undefined) return { ...unmatched(`no rule allows to run ${name}`), ...stamp };
  return { ...allowed(ruleReason('allows', name, rule), rule), isCovered: true, ...stamp };
}

/** What rules say against programs that the code starts; undefined when they say nothing. */
function callsJudgement(
  language: string,
  code: string,
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions,
): Judgement | undefined {
  if (code.length > SEARCH_LIMIT) return undefined;
  const context = judgeContext(policy, place, options);
  let ask: Judgement | undefined;
  for (const line of subprocessCalls(language, code)) {
    const found = collect(line, place.cwd, place.home, context.platform);
    const judgement = strictJudgement(found, context) ?? criticalJudgement(found, context);
    if (judgement?.verdict === 'deny') return judgement;
    ask ??= judgement;
  }
  return ask;
}
