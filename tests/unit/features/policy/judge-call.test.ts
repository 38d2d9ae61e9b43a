import { describe, expect, it } from 'vitest';
import { type Act, OWN_READ } from '#features/policy/act.ts';
import { judgeBatch } from '#features/policy/judge-batch.ts';
import { judgeCall } from '#features/policy/judge-call.ts';
import { judgeCode } from '#features/policy/judge-code.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const CWD = PLACE.projectRoot;
const shell = (code: string, cwd = CWD): Act => ({ kind: 'shell', code, cwd });
const read = (path: string): Act => ({ kind: 'read', path, cwd: CWD });

const judge = (acts: readonly Act[], rules: RuleTexts, input: unknown = {}) =>
  judgeCall({ tool: 'ctx_execute', input, access: { acts, isOwnRead: false } }, policyOf(rules), PLACE, {
    platform: 'linux',
    code: { judgeCode, judgeBatch },
  });

describe('a call', () => {
  it('is as strict as the strictest thing that it does', () => {
    const rules: RuleTexts = { allow: ['Bash(make)'], ask: ['Read(b)'], deny: ['Read(c)'] };
    expect(judge([read('a'), shell('make')], rules).verdict).toBe('allow');
    expect(judge([read('a'), read('b'), shell('make')], rules).verdict).toBe('ask');
    expect(judge([read('a'), read('b'), read('c'), shell('make')], rules).verdict).toBe('deny');
  });

  it('that only the user may answer is not taken for one of which nothing is said', () => {
    const judgement = judge([shell('unheard-of'), read('b')], { ask: ['Read(b)'] });
    expect([judgement.verdict, judgement.isUnmatched]).toEqual(['ask', undefined]);
  });

  it('is covered when rules of the user allow every command', () => {
    const allow = ['Bash(make)'];
    expect(judge([shell('make')], { allow }).isCovered).toBe(true);
    expect(judge([read('a'), shell('make')], { allow }).isCovered).toBe(true);
    expect(judge([shell('ls')], { allow }).isCovered).toBeUndefined();
    expect(judge([read('a')], { allow }).isCovered).toBeUndefined();
    expect(judge([shell('make'), read('/elsewhere')], { allow }).isCovered).toBeUndefined();
    expect(judge([shell('make')], { mode: 'bypassPermissions' }).isCovered).toBeUndefined();
  });

  it('that touches nothing but our store is allowed, unless a rule speaks of the tool', () => {
    const own = (rules: RuleTexts) =>
      judgeCall({ tool: 'ctx_search', input: {}, access: OWN_READ }, policyOf(rules), PLACE, {}).verdict;
    expect(own({})).toBe('allow');
    expect(own({ deny: ['mcp__plugin_plimsoll_ctx__ctx_search'] })).toBe('deny');
    expect(own({ ask: ['mcp__plugin_plimsoll_ctx'] })).toBe('ask');
    expect(own({ ask: ['mcp__plugin_plimsoll_ctx'], mode: 'dontAsk' })).toBe('deny');
  });

  it('is not allowed by a rule that allows the tool: that is about the tool’s own prompt', () => {
    expect(judge([shell('make')], { allow: ['mcp__plugin_plimsoll_ctx__ctx_execute'] }).verdict).toBe('ask');
  });

  it('is denied by a rule about a field of the tool', () => {
    const deny = ['mcp__plugin_plimsoll_ctx__ctx_execute(language:ruby)'];
    const code: Act = { kind: 'code', language: 'ruby', code: 'puts 1', cwd: CWD };
    expect(judge([code], { deny, mode: 'bypassPermissions' }, { language: 'ruby' }).verdict).toBe('deny');
    expect(judge([code], { deny, mode: 'bypassPermissions' }, { language: 'perl' }).verdict).toBe('allow');
  });
});

describe('the folder that a run starts in', () => {
  it.each(['/elsewhere', '/w', '/home/u', '/w/proj/../other'])(
    'does not become a working folder by that: %s',
    (cwd) => {
      expect(judge([shell('cat notes.md', cwd)], {}).verdict).toBe('ask');
      expect(judge([shell('ls', cwd)], { allow: ['Bash(ls)'] }).verdict).toBe('ask');
    },
  );

  it('may lie in the project', () => {
    expect(judge([shell('ls', '/w/proj/sub')], {}).verdict).toBe('allow');
  });

  it('may be one that a rule allows to read', () => {
    expect(judge([shell('cat a', '/elsewhere')], { allow: ['Read(//elsewhere/**)'] }).verdict).toBe('allow');
  });

  it('may not be one that a rule denies', () => {
    for (const deny of ['Read(//w/proj/secret/**)', 'Read(//w/proj/secret)', 'Read(secret/)'])
      expect(
        judge([shell('ls', '/w/proj/secret')], { deny: [deny], mode: 'bypassPermissions' }).verdict,
      ).toBe('deny');
  });
});
