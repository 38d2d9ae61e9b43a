import { parseRule } from '#features/policy/parse-rule.ts';
import type {
  PermissionMode,
  PermissionPolicy,
  PermissionRule,
  PolicyPlace,
} from '#features/policy/policy.ts';

export const PLACE: PolicyPlace = { cwd: '/w/proj', projectRoot: '/w/proj', home: '/home/u' };

const ANCHORS = { project: '/w/proj', local: '/w/proj', user: '/home/u/.claude', managed: '/etc' } as const;

/** A rule by itself, or with the file it stands in. */
type RuleText = string | { readonly rule: string; readonly source: keyof typeof ANCHORS };

export interface RuleTexts {
  readonly deny?: readonly RuleText[];
  readonly ask?: readonly RuleText[];
  readonly allow?: readonly RuleText[];
  readonly mode?: PermissionMode;
  readonly excludedCommands?: readonly string[];
  readonly sandboxed?: boolean;
}

/** Rules that cannot be read are left out, as the loader does after it has said so. */
function rule(text: RuleText): readonly PermissionRule[] {
  const [specified, scope] = typeof text === 'string' ? [text, 'project' as const] : [text.rule, text.source];
  const file = scope === 'managed' ? '/etc/managed-settings.json' : `${ANCHORS[scope]}/settings.json`;
  const result = parseRule(specified, { file, scope, anchor: ANCHORS[scope] });
  return result.ok ? [result.value] : [];
}

/** The policy of these rules. */
export function policyOf(texts: RuleTexts = {}): PermissionPolicy {
  return {
    deny: (texts.deny ?? []).flatMap(rule),
    ask: (texts.ask ?? []).flatMap(rule),
    allow: (texts.allow ?? []).flatMap(rule),
    mode: texts.mode ?? 'default',
    additionalDirectories: [],
    blockReadsOutside: false,
    problems: [],
    sandbox: {
      enabled: texts.sandboxed === true,
      failIfUnavailable: false,
      autoAllowBashIfSandboxed: true,
      excludedCommands: texts.excludedCommands ?? [],
      allowWrite: [],
      denyWrite: [],
      denyRead: [],
      allowRead: [],
      allowedDomains: [],
      deniedDomains: [],
    },
  };
}
