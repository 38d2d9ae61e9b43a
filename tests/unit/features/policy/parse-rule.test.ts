import { expect, it } from 'vitest';
import { parseRule } from '#features/policy/parse-rule.ts';
import type { RuleSource } from '#features/policy/policy.ts';

const SOURCE: RuleSource = { file: '/w/proj/.claude/settings.json', scope: 'project', anchor: '/w/proj' };

it.each([
  ['Bash', 'Bash', undefined],
  ['Bash()', 'Bash', undefined],
  ['Bash(*)', 'Bash', undefined],
  ['  Bash(npm test) ', 'Bash', 'npm test'],
  ['Bash(cat:*)', 'Bash', 'cat:*'],
  ['Bash(command:*)', 'Bash', 'command:*'],
  ['Bash(echo (a))', 'Bash', 'echo (a)'],
  ['Bash(print\\(1\\))', 'Bash', 'print(1)'],
  ['Read(~/.ssh/**)', 'Read', '~/.ssh/**'],
  ['Read(C:\\Users\\**)', 'Read', 'C:\\Users\\**'],
  ['WebFetch(domain:example.com)', 'WebFetch', 'domain:example.com'],
  ['mcp__plugin_plimsoll_ctx__*', 'mcp__plugin_plimsoll_ctx__*', undefined],
  ['mcp__a-b__c(language:ruby)', 'mcp__a-b__c', 'language:ruby'],
])('reads %s', (text, tool, specifier) => {
  const result = parseRule(text, SOURCE);
  expect(result).toEqual({
    ok: true,
    value: { text: text.trim(), tool, ...(specifier === undefined ? {} : { specifier }), source: SOURCE },
  });
});

it.each(['', ' ', 'Bash(rm *', 'rm *', '(rm)', 'Ba*(x)', 'Bash(command:rm x)', 'Bash)x('])(
  'names what is wrong with "%s"',
  (text) => {
    const result = parseRule(text, SOURCE);
    expect(result.ok ? 'a rule' : result.error).toContain(`"${text}"`);
  },
);
