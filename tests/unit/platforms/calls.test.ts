import { describe, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { factsOf } from '#features/memory/facts-of.ts';
import { inCommonWords } from '#platforms/calls/index.ts';
import { findPlatform, PLATFORMS } from '#platforms/index.ts';

const event = (platform: string, toolName: string, toolInput: unknown, toolResponse: unknown): HookEvent => ({
  platform,
  name: 'post_tool',
  sessionId: 's',
  cwd: '/w/p',
  toolName,
  toolInput,
  toolResponse,
});

const gemini = (text: string) => ({
  llmContent: `<untrusted_context>\n${text}\n</untrusted_context>`,
  returnDisplay: text,
});

describe.each([
  [
    'gemini-cli',
    'run_shell_command',
    { command: 'npm test' },
    gemini('Output: ok\nProcess Group PGID: 1'),
    'Bash',
    { stdout: 'ok', stderr: '' },
  ],
  [
    'gemini-cli',
    'run_shell_command',
    { command: 'true' },
    gemini('Output: (empty)\nProcess Group PGID: 1'),
    'Bash',
    { stdout: '', stderr: '' },
  ],
  ['gemini-cli', 'read_file', { file_path: 'src/a.ts' }, { llmContent: 'text' }, 'Read', 'text'],
  ['gemini-cli', 'search_file_content', { pattern: 'x' }, { llmContent: 'a:1:x' }, 'Grep', 'a:1:x'],
  ['gemini-cli', 'grep_search', { pattern: 'x' }, { llmContent: 'a:1:x' }, 'Grep', 'a:1:x'],
  [
    'gemini-cli',
    'mcp_tracker_get_issue',
    {},
    { llmContent: [{ text: 'one' }, { text: 'two' }] },
    'mcp__tracker__get_issue',
    'one\ntwo',
  ],
  ['gemini-cli', 'mcp_plimsoll_ctx_search', {}, { llmContent: 'x' }, 'mcp__plimsoll__ctx_search', 'x'],
  [
    'cursor',
    'Shell',
    { command: 'npm test' },
    { output: 'ok', exitCode: 0 },
    'Bash',
    { stdout: 'ok', stderr: '' },
  ],
  ['cursor', 'Read', { path: '/w/p/a.ts' }, { content: 'text' }, 'Read', 'text'],
  [
    'cursor',
    'MCP:ctx_search',
    {},
    { content: [{ type: 'text', text: 'x' }] },
    'mcp__plimsoll__ctx_search',
    'x',
  ],
  ['cursor', 'MCP:get_issue', {}, { content: [{ type: 'text', text: 'x' }] }, 'mcp__get_issue', 'x'],
  [
    'kiro',
    'shell',
    { command: 'npm test' },
    { success: true, result: ['ok'] },
    'Bash',
    { stdout: 'ok', stderr: '' },
  ],
  [
    'kiro',
    'execute_bash',
    { command: 'npm test' },
    { success: true, result: [{ exit_status: '0', stdout: 'ok', stderr: 'warned' }] },
    'Bash',
    { stdout: 'ok\nwarned', stderr: '' },
  ],
  [
    'kiro',
    '@tracker/get_issue',
    {},
    { success: true, result: [{ type: 'text', text: 'x' }] },
    'mcp__tracker__get_issue',
    'x',
  ],
  [
    'kiro2',
    'fs_read',
    { operations: [{ path: 'a.ts' }] },
    { success: true, result: ['text'] },
    'Read',
    'text',
  ],
  ['kiro', 'something_new', { x: 1 }, 'text', 'something_new', 'text'],
])('%s %s %j', (platform, toolName, input, response, common, result) => {
  it(`is ${common}`, () => {
    const call = inCommonWords(event(platform, toolName, input, response));
    expect(call).toMatchObject({ toolName: common, toolResponse: result, name: 'post_tool' });
  });
});

it.each([
  [
    'gemini-cli',
    'run_shell_command',
    { command: 'npm test' },
    gemini('Output: FAIL\nExit Code: 2\nProcess Group PGID: 1'),
  ],
  ['cursor', 'Shell', { command: 'npm test' }, { output: 'FAIL', exitCode: 2 }],
  [
    'kiro2',
    'execute_bash',
    { command: 'npm test' },
    { success: true, result: [{ exit_status: '2', stdout: 'FAIL', stderr: '' }] },
  ],
])('a command of %s that ends with another code than 0 has failed', (platform, toolName, input, response) => {
  const call = inCommonWords(event(platform, toolName, input, response));
  expect(call).toMatchObject({ name: 'post_tool_failure', toolName: 'Bash', toolResponse: 'FAIL' });
  expect(factsOf(call, [])).toContainEqual(expect.objectContaining({ kind: 'error', state: 'failed' }));
});

it.each([
  ['gemini-cli', 'write_file', { file_path: 'src/a.ts', content: 'x' }],
  ['gemini-cli', 'replace', { file_path: './src/a.ts', old_string: 'a', new_string: 'b' }],
  ['cursor', 'Write', { path: '/w/p/src/a.ts', contents: 'x' }],
  ['kiro', 'fs_write', { path: 'src/a.ts', command: 'create', file_text: 'x' }],
  ['kiro2', 'fs_write', { path: '/w/p/src/a.ts', command: 'str_replace' }],
])('a file that %s changed by %s %j is remembered by its path', (platform, toolName, input) => {
  const facts = factsOf(inCommonWords(event(platform, toolName, input, 'done')), []);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'file', key: '/w/p/src/a.ts' }));
});

it('a text of the result that looks like the host’s own lines is cut off only at its end', () => {
  const said = gemini('Output: Signal: none\nExit Code: 5 is what it printed\nlast\nProcess Group PGID: 1');
  const call = inCommonWords(event('gemini-cli', 'run_shell_command', { command: 'x' }, said));
  expect(call.toolResponse).toEqual({
    stdout: 'Signal: none\nExit Code: 5 is what it printed\nlast',
    stderr: '',
  });
  expect(call.name).toBe('post_tool');
});

it('what Claude Code sends is left as it is', () => {
  const call = event('claude-code', 'Bash', { command: 'x' }, { stdout: 'y', stderr: '' });
  expect(inCommonWords(call)).toBe(call);
});

it('every agent but the one whose words are common has its own, for each tool that it names', () => {
  for (const { id, hostTools } of PLATFORMS.filter(({ id: known }) => known !== 'claude-code')) {
    const kinds = { shell: 'Bash', read: 'Read', search: /^(?:Grep|Glob|list_directory)$/, web: 'WebFetch' };
    for (const [kind, names] of Object.entries(hostTools) as [keyof typeof kinds, readonly string[]][])
      for (const name of names.filter((tool) => tool !== 'read_many_files'))
        expect(inCommonWords(event(id, name, {}, 'x')).toolName, `${id} ${name}`).toMatch(kinds[kind]);
    expect(inCommonWords(event(id, findPlatform(id)?.toolName('ctx_read') ?? '', {}, 'x')).toolName).toBe(
      'mcp__plimsoll__ctx_read',
    );
  }
});
