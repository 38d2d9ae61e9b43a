import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeBatch } from '#features/policy/judge-batch.ts';
import { judgePath } from '#features/policy/judge-path.ts';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { judgeUrl } from '#features/policy/judge-url.ts';
import type { Judgement } from '#features/policy/policy.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

interface Case<Input> {
  readonly id: string;
  readonly kind: string;
  readonly input: Input;
  readonly rules: RuleTexts;
  readonly expected: string;
  readonly why: string;
  readonly platform?: string;
  readonly excludedCommands?: readonly string[];
}

const FILE = new URL('../../../fixtures/security/rules.json', import.meta.url);
const CASES: readonly Case<unknown>[] = JSON.parse(readFileSync(FILE, 'utf8'));

const ofKind = <Input>(kind: string): readonly Case<Input>[] =>
  CASES.filter((each) => each.kind === kind) as readonly Case<Input>[];

/** The same rules without those that deny. */
const withoutDeny = (rules: RuleTexts): RuleTexts => ({ ...rules, deny: [] });

const seen = ({ verdict, isSandboxed }: Judgement): string =>
  verdict === 'allow' && isSandboxed === true ? 'sandbox' : verdict;

describe('bash', () => {
  const judge = (code: string, rules: RuleTexts) =>
    judgeShell(code, policyOf(rules), PLACE, { isConfined: rules.sandboxed === true, platform: 'linux' });

  it.each(ofKind<string>('bash'))('$id $why', ({ input, rules, expected, excludedCommands }) => {
    const judgement = judge(input, {
      ...rules,
      excludedCommands: excludedCommands ?? rules.excludedCommands ?? [],
    });
    const isInside = expected === 'sandbox';
    expect(isInside ? seen(judgement) : judgement.verdict, judgement.reason).toBe(expected);
    if (expected === 'deny' && judgement.rule !== undefined)
      expect(judgement.reason).toContain(judgement.rule.text);
  });

  const denied = ofKind<string>('bash').filter(
    ({ expected, rules }) => expected === 'deny' && (rules.deny ?? []).length > 0,
  );
  it.each(denied)('$id is not denied without its rule', ({ input, rules }) => {
    expect(judge(input, withoutDeny(rules)).verdict).not.toBe('deny');
  });
});

it.each(ofKind<{ command: string }[]>('batch'))('$id $why', ({ input, rules, expected }) => {
  const { whole } = judgeBatch(
    input.map(({ command }) => command),
    policyOf(rules),
    PLACE,
    { platform: 'linux' },
  );
  expect(whole.verdict, whole.reason).toBe(expected);
});

describe('paths', () => {
  interface PathInput {
    readonly tool: string;
    readonly path: string;
  }
  // Names of exports are no paths and no rule speaks about them: whoever writes an export checks them.
  const cases = ofKind<PathInput>('path').filter(({ input }) => input.tool !== 'export');

  it.each(cases)('$id $why', ({ input, rules, expected, platform }) => {
    const [path = '', target] = input.path.split(' -> ');
    const platforms = (platform?.split(',') ?? ['linux']) as NodeJS.Platform[];
    for (const each of platforms) {
      const act = input.tool === 'Read' ? 'read' : 'edit';
      const realPath = (asked: string) => (asked === path ? target : undefined);
      const judgement = judgePath(act, path, policyOf(rules), PLACE, { realPath, platform: each });
      if (expected === 'no-match') expect(judgement.rule).toBeUndefined();
      else expect(judgement.verdict, judgement.reason).toBe(expected.split('-')[0]);
    }
  });
});

it.each(ofKind<string>('webfetch_rule'))('$id $why', ({ input, rules, expected }) => {
  const judgement = judgeUrl(input, policyOf(rules));
  if (expected === 'no-match') expect(judgement.rule).toBeUndefined();
  else expect(judgement.verdict).toBe(expected);
});
