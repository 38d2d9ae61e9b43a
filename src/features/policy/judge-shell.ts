import { type JudgeContext, type JudgeOptions, judgeContext } from './judge-context.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';
import { bareShellRule, hasFileRules, hasShellRules } from './rules/find-rule.ts';
import { judgeParts } from './shell/allow-script.ts';
import { protectedFile } from './shell/check-files.ts';
import { collect } from './shell/collect.ts';
import type { Findings } from './shell/findings.ts';
import { invisibleCharacter } from './shell/odd-characters.ts';
import { leavesSandbox } from './shell/sandbox-exit.ts';
import { criticalJudgement, strictJudgement } from './shell/strict-rules.ts';
import { walkCode } from './shell/walk-script.ts';
import { allowed, asked, denied, ruleReason, settle, subject } from './verdicts.ts';

/** Longer code is always asked about, in characters; the host has the same limit. */
const CODE_LIMIT = 10_000;
/** Longer code is not even looked at, in characters: parsing it would take some 20 ms. */
const PARSE_LIMIT = 50_000;

/**
 * What the host's Bash would be told about this code: deny, then ask, then allow rules; what only reads; what the mode
 * lets through. Code that cannot be understood asks. Nothing is read but the arguments; nothing is thrown.
 */
export function judgeShell(
  code: string,
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions = {},
): Judgement {
  if (code.includes('\0')) return denied('code with a NUL character is cut short by the shell');
  try {
    return settle(judge(code, judgeContext(policy, place, options)), policy);
  } catch (thrown) {
    return settle(asked(`the rules could not be applied to this code: ${String(thrown)}`), policy);
  }
}

function judge(code: string, context: JudgeContext): Judgement {
  const { policy, place, platform } = context;
  const bareDeny = bareShellRule(policy.deny);
  if (bareDeny !== undefined) return denied(ruleReason('denies', code, bareDeny), bareDeny);
  const isParsed = code.length <= PARSE_LIMIT;
  const found = collect(isParsed ? code : '', place.cwd, place.home, platform);
  // Another shell, or a terminal, takes a carriage return for the end of a line.
  if (isParsed && code.includes('\r'))
    walkCode(
      code.replace(/\r\n?/g, '\n'),
      { folders: [place.cwd], home: place.home, isIndirect: true },
      found,
    );
  const strict = strictJudgement(found, context);
  if (strict?.verdict === 'deny') return strict;
  if (found.isTooDeep && (hasShellRules(policy.deny) || hasFileRules(policy.deny)))
    return denied('it is nested deeper than it can be looked at, and there are rules that deny');
  const isOutside = leavesSandbox(found, policy);
  const isConfined = context.isConfined && !isOutside;
  const stamp = context.isConfined
    ? isOutside
      ? ({ leavesSandbox: true } as const)
      : ({ isSandboxed: true } as const)
    : {};
  return { ...afterDeny(code, found, strict, isConfined, context), ...stamp };
}

function afterDeny(
  code: string,
  found: Findings,
  strict: Judgement | undefined,
  isConfined: boolean,
  context: JudgeContext,
): Judgement {
  const { policy } = context;
  const isFree =
    policy.mode === 'bypassPermissions' || (isConfined && policy.sandbox.autoAllowBashIfSandboxed);
  const unclear = context.isOtherShell
    ? 'the code is for a shell that the rules cannot read'
    : unclearReason(code, found);
  if (unclear !== undefined && !(isFree && !hasStrictRules(policy)))
    return { ...asked(unclear), ...(hasStrictRules(policy) ? {} : { isUnmatched: true }) };
  if (strict !== undefined) return strict;
  const bareAsk = bareShellRule(policy.ask);
  const isSkipped = isConfined && policy.sandbox.autoAllowBashIfSandboxed && policy.mode !== 'plan';
  if (bareAsk !== undefined && !isSkipped) return asked(ruleReason('asks about', code, bareAsk), bareAsk);
  const critical = criticalJudgement(found, context);
  if (critical !== undefined) return critical;
  if (isFree) return allowed(isConfined ? 'the sandbox confines it' : 'permission mode bypassPermissions');
  if (code.length > CODE_LIMIT)
    return { ...asked(`code of more than ${CODE_LIMIT} characters`), isUnmatched: true };
  const file = protectedFile(found.commands, found.redirects, context);
  if (file !== undefined) {
    const question = asked(`"${subject(file)}" is a protected path, which no rule approves beforehand`);
    // In this mode the host's classifier decides about them, too.
    return policy.mode === 'auto' ? { ...question, isUnmatched: true } : question;
  }
  return judgeParts(found, context);
}

/** Why the text could not be understood; undefined when it was. */
function unclearReason(code: string, found: Findings): string | undefined {
  if (code.length > PARSE_LIMIT) return `code of more than ${PARSE_LIMIT} characters is not looked at`;
  const invisible = invisibleCharacter(code);
  if (invisible !== undefined) return invisible;
  if (found.isTooDeep) return 'it is nested deeper than it can be looked at';
  const [reason] = found.unclear;
  return reason === undefined ? undefined : `it could not be read as shell code: ${reason}`;
}

const hasStrictRules = ({ deny, ask }: PermissionPolicy): boolean =>
  [...deny, ...ask].some(({ tool }) => tool === 'Bash' || tool === 'Read' || tool === 'Edit');
