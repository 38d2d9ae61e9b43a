// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is code of other languages
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeBatch } from '#features/policy/judge-batch.ts';
import { judgeTool } from '#features/policy/judge-tool.ts';
import { judgeUrl } from '#features/policy/judge-url.ts';
import { matchesSegment, segmentsMeet } from '#features/policy/rules/segment-glob.ts';
import { matchesWildcard } from '#features/policy/rules/wildcard.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

describe('addresses', () => {
  it.each([
    ['WebFetch(domain:example.com)', 'http://example.com:8080/x', true],
    ['WebFetch(domain:Example.COM)', 'https://example.com/', true],
    ['WebFetch(domain:example.com.)', 'https://example.com/', true],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.net/', false],
    ['WebFetch(domain:example.com)', 'https://evil.net/example.com', false],
    ['WebFetch(domain:example.com)', 'https://example.com@evil.net/', false],
    ['WebFetch(domain:*.example.com)', 'https://a.b.example.com/', true],
    ['WebFetch(domain:*.example.com)', 'https://example.com/', false],
    ['WebFetch(domain:*.example.com)', 'https://badexample.com/', false],
    ['WebFetch(domain:example.*)', 'https://example.org/', true],
    ['WebFetch(domain:example.*)', 'https://example.co.uk/', false],
    ['WebFetch(domain:api-*.example.com)', 'https://api-1.example.com/', true],
    ['WebFetch(domain:api-*.example.com)', 'https://api-1.x.example.com/', false],
    ['WebFetch(domain:[::1])', 'http://[::1]:3000/', true],
    ['WebFetch(domain:bücher.example)', 'https://xn--bcher-kva.example/', true],
    ['WebFetch(domain:*)', 'https://any.test/', true],
    ['WebFetch', 'https://any.test/', true],
    ['WebFetch(example.com)', 'https://example.com/', false],
    ['Bash(domain:example.com)', 'https://example.com/', false],
  ])('%s and %s: %s', (rule, url, isAbout) => {
    expect(judgeUrl(url, policyOf({ deny: [rule] })).verdict).toBe(isAbout ? 'deny' : 'ask');
    expect(judgeUrl(url, policyOf({ allow: [rule] })).verdict).toBe(isAbout ? 'allow' : 'ask');
    expect(judgeUrl(url, policyOf({ ask: [rule], mode: 'bypassPermissions' })).verdict).toBe(
      isAbout ? 'ask' : 'allow',
    );
  });

  it('obeys the lists of the sandbox where it is on', () => {
    const lists = { allowedDomains: ['*.a.test'], deniedDomains: ['x.a.test'] };
    const judge = (url: string, enabled: boolean) => {
      const policy = policyOf({ allow: ['WebFetch'] });
      return judgeUrl(url, { ...policy, sandbox: { ...policy.sandbox, ...lists, enabled } }).verdict;
    };
    expect([
      judge('http://y.a.test', true),
      judge('http://x.a.test', true),
      judge('http://b.test', true),
    ]).toEqual(['allow', 'deny', 'ask']);
    expect(judge('http://x.a.test', false)).toBe('allow');
  });

  it('modes decide where no rule does; what is no address asks', () => {
    expect(judgeUrl('http://a.test', policyOf({ mode: 'dontAsk' })).verdict).toBe('deny');
    expect(judgeUrl('http://a.test', policyOf({ mode: 'bypassPermissions' })).verdict).toBe('allow');
    expect(judgeUrl('http://a.test', policyOf({ mode: 'auto' })).isUnmatched).toBe(true);
    expect(judgeUrl('not one', policyOf({ allow: ['WebFetch'] })).verdict).toBe('ask');
  });
});

describe('our own tools', () => {
  const judge = (rules: RuleTexts, input: Record<string, unknown> = { language: 'ruby', timeout_ms: 5 }) =>
    judgeTool('ctx_execute', input, policyOf(rules))?.verdict;
  it.each([
    ['mcp__plugin_plimsoll_ctx', true],
    ['mcp__plugin_plimsoll_ctx__*', true],
    ['mcp__plugin_plimsoll_ctx__ctx_exec*', true],
    ['mcp__plugin_plimsoll_ctx__ctx_execute', true],
    ['mcp__plimsoll__ctx_execute', true],
    ['mcp__plimsoll', true],
    ['mcp__plimsoll__ctx_execute(language:ruby)', true],
    ['mcp__plimsoll__ctx_execute(language:r*)', true],
    ['mcp__plimsoll__ctx_execute(timeout_ms:5)', true],
    ['mcp__plimsoll__ctx_execute(language:python)', false],
    ['mcp__plimsoll__ctx_execute(code:x)', false],
    ['mcp__plimsoll__ctx_execute(language)', false],
    ['mcp__plimsoll__ctx_execute_file', false],
    ['mcp__other__ctx_execute', false],
    ['mcp__plimsoll_x', false],
    ['Bash', false],
  ])('%s: %s', (rule, isAbout) => {
    expect(judge({ deny: [rule], allow: [rule] })).toBe(isAbout ? 'deny' : undefined);
    expect(judge({ ask: [rule], allow: [rule] })).toBe(isAbout ? 'ask' : undefined);
    expect(judge({ allow: [rule] })).toBe(isAbout ? 'allow' : undefined);
  });
});

describe('a batch', () => {
  const whole = (commands: readonly string[], rules: RuleTexts = {}) =>
    judgeBatch(commands, policyOf(rules), PLACE, { platform: 'linux' }).whole;
  it('is as strict as its strictest command, wherever that stands', () => {
    expect(whole(['ls', 'rm x', 'pwd'], { deny: ['Bash(rm *)'] })).toMatchObject({ verdict: 'deny' });
    expect(whole(['ls', 'npm test']).verdict).toBe('ask');
    expect(whole(['ls', 'pwd']).verdict).toBe('allow');
    expect(whole([]).verdict).toBe('allow');
    expect(whole(['npm test', 'git push'], { ask: ['Bash(git push)'] }).isUnmatched).toBeUndefined();
  });

  it('is covered by rules only when each command is', () => {
    const rules: RuleTexts = { allow: ['Bash(npm *)'] };
    expect(whole(['npm test', 'npm run x'], rules).isCovered).toBe(true);
    expect(whole(['npm test', 'ls'], rules).isCovered).toBeUndefined();
  });

  it('runs every command in the folder it starts in', () => {
    const { items } = judgeBatch(['cd .claude', 'touch a'], policyOf({ mode: 'acceptEdits' }), PLACE);
    expect(items.map(({ verdict }) => verdict)).toEqual(['allow', 'allow']);
  });
});

describe('patterns', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', ' '), maxLength: 12 });
  const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 14 });
  const asExpression = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`);

  it('with stars are what the expression of the same meaning is', () => {
    fc.assert(
      fc.property(
        letters,
        plain,
        (pattern, text) => matchesWildcard(pattern, text) === asExpression(pattern).test(text),
      ),
    );
    fc.assert(
      fc.property(
        letters,
        plain,
        (pattern, text) => matchesSegment(pattern, text) === asExpression(pattern).test(text),
      ),
    );
  });

  it('meet whenever there is a name that both take', () => {
    const signs = fc.array(fc.constantFrom('', '?', '*', '**'), { minLength: 14, maxLength: 14 });
    const globOf = (name: string, kept: readonly string[]) =>
      [...name].map((letter, i) => (kept[i] === '' ? letter : kept[i])).join('');
    fc.assert(
      fc.property(plain, signs, signs, (name, one, other) => {
        const [a, b] = [globOf(name, one), globOf(name, other)];
        return matchesSegment(a, name) && matchesSegment(b, name) && segmentsMeet(a, b);
      }),
    );
    expect(segmentsMeet('*.ts', '*.js')).toBe(false);
    expect(segmentsMeet('.e??', '.env')).toBe(true);
  });
});
