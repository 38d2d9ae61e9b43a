import { describe, expect, it } from 'vitest';
import { claudeCode } from '#platforms/claude-code.ts';
import { claudeCodec } from '#platforms/codecs/claude.ts';
import { hookFixtures } from '../../helpers/hook-fixtures.ts';

const parse = (input: Record<string, unknown>) =>
  claudeCodec.parse('claude-code', 'post_tool', { session_id: 's', ...input });

it('takes structures as they are or as JSON text', () => {
  const input = { command: 'ls', list: [1] };
  expect(parse({ tool_input: input })?.toolInput).toEqual(input);
  expect(parse({ tool_input: JSON.stringify(input) })?.toolInput).toEqual(input);
  expect(parse({ tool_response: 'plain text' })?.toolResponse).toBe('plain text');
});

it.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the host passes on unexpanded
  '${tool_input}',
  '',
  null,
  undefined,
])('%j is no tool input', (value) => {
  expect(parse({ tool_input: value })).not.toHaveProperty('toolInput');
});

it('what failed is the result of a failed call', () => {
  expect(parse({ error: 'Exit code 3', tool_response: '' })?.toolResponse).toBe('Exit code 3');
});

it.each([
  ['cwd', 5, ''],
  ['cwd', undefined, ''],
  ['cwd', '/p', '/p'],
])('%s given as %j is %j', (key, given, cwd) => {
  expect(parse({ [key]: given })?.cwd).toBe(cwd);
});

it('a prompt that only speaks of a placeholder is a prompt', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a person's text
  expect(parse({ prompt: 'what is ${x} in bash?' })?.prompt).toBe('what is ${x} in bash?');
});

it.each([
  ['SessionStart', 'session_start', ['clear', 'compact', 'resume', 'startup']],
  ['SessionEnd', 'session_end', ['clear', 'other']],
  ['PreCompact', 'pre_compact', ['auto', 'manual']],
  ['SubagentStop', 'subagent_stop', ['plimsoll:helper']],
  ['PreToolUse', 'pre_tool', [undefined]],
] as const)('the detail of %s', (event, name, details) => {
  const found = hookFixtures('claude-code', event).map(
    ({ input }) => claudeCodec.parse('claude-code', name, input)?.detail,
  );
  expect(new Set(found)).toEqual(new Set(details));
});

describe('the text of a result', () => {
  it.each([
    ['PostToolUse.Bash.json', /hi/],
    ['PostToolUse.Read.json', /\S/],
    ['PostToolUse.mcp.json', /^echo:x$/],
    ['PostToolUse.Agent.json', /^done$/],
  ])('of %s', (file, expected) => {
    const fixture = hookFixtures('claude-code', 'PostToolUse').find((each) => each.file === file);
    expect(claudeCodec.resultText(fixture?.input.tool_response)).toMatch(expected);
  });

  it.each([
    [undefined, undefined],
    [null, undefined],
    ['text', 'text'],
    [{ stdout: 'out', stderr: '' }, 'out'],
    [{ file: { content: 'body' } }, 'body'],
    [
      [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'x' },
      ],
      'a\n{"type":"image","data":"x"}',
    ],
    [{ content: [{ type: 'text', text: 'b' }] }, 'b'],
    [{ content: 'not a list' }, '{"content":"not a list"}'],
    [[], ''],
    [5, '5'],
  ])('of %j is %j', (response, text) => {
    expect(claudeCodec.resultText(response)).toBe(text);
  });
});

it('what is said before a compaction is a list: the host appends it to the instructions for the summary', () => {
  const event = { platform: 'claude-code', name: 'pre_compact', sessionId: 's', cwd: '' } as const;
  expect(claudeCodec.render(event, { context: 'keep x\n"y"' }, claudeCode)).toBe(
    '[\n "keep x",\n "\\"y\\""\n]',
  );
  expect(claudeCodec.render(event, {}, claudeCode)).toBe('');
});

it.each(['post_compact', 'subagent_stop', 'stop', 'session_end'] as const)(
  '%s cannot carry context: it is dropped',
  (name) => {
    const event = { platform: 'claude-code', name, sessionId: 's', cwd: '' };
    expect(claudeCodec.render(event, { context: 'x' }, claudeCode)).toBe('');
  },
);
