import type { Judgement, PermissionPolicy, PermissionRule } from './policy.ts';
import { matchesDomain } from './rules/domain-pattern.ts';
import { allowed, asked, denied, ruleReason, settle, unmatched } from './verdicts.ts';

/** The first WebFetch rule that is about this host. */
function domainRule(rules: readonly PermissionRule[], host: string): PermissionRule | undefined {
  return rules.find(({ tool, specifier }) => {
    if (tool !== 'WebFetch') return false;
    if (specifier === undefined) return true;
    return specifier.startsWith('domain:') && matchesDomain(specifier.slice('domain:'.length), host);
  });
}

/**
 * What the host's WebFetch would be told about this address, and where its sandbox is on, what the sandbox's lists of
 * domains say. To be asked again for every redirect. What an address leads to is for the connection to check.
 */
export function judgeUrl(url: string, policy: PermissionPolicy): Judgement {
  return settle(judge(url, policy), policy);
}

function judge(url: string, { deny, ask, allow, sandbox, mode }: PermissionPolicy): Judgement {
  let host: string;
  try {
    host = new URL(url).hostname;
  } catch {
    return asked(`"${url}" is no address`);
  }
  const denyRule = domainRule(deny, host);
  if (denyRule !== undefined) return denied(ruleReason('denies', host, denyRule), denyRule);
  const deniedBy = sandbox.enabled
    ? sandbox.deniedDomains.find((each) => matchesDomain(each, host))
    : undefined;
  if (deniedBy !== undefined) return denied(`the sandbox setting denies the domain ${deniedBy}`);
  const askRule = domainRule(ask, host);
  if (askRule !== undefined) return asked(ruleReason('asks about', host, askRule), askRule);
  const isListed = sandbox.allowedDomains.some((each) => matchesDomain(each, host));
  if (sandbox.enabled && sandbox.allowedDomains.length > 0 && !isListed)
    return asked(`the sandbox setting does not list the domain ${host}`);
  const allowRule = domainRule(allow, host);
  if (allowRule !== undefined)
    return { ...allowed(ruleReason('allows', host, allowRule), allowRule), isCovered: true };
  if (mode === 'bypassPermissions') return allowed('permission mode bypassPermissions');
  return unmatched(`no rule allows the domain ${host}`);
}
