import { describe, expect, it } from 'vitest';
import type { ToolName } from '#core/tool-names.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { pageUrl } from '#features/fetching/page-url.ts';
import { ownAccess } from '#features/policy/own-call.ts';
import { describeCall } from '#mcp/gate/describe-call.ts';

const PROJECT = '/w/proj';
const place = {
  projectRoot: PROJECT,
  addressOf: (url: string) => (URL.canParse(url) ? pageUrl(url).href : undefined),
};

/** Calls as models make them, with lists as JSON text, bare values, numbers, nulls and fields beside the known ones. */
const CALLS: readonly (readonly [tool: ToolName, input: unknown])[] = [
  ['ctx_execute', { language: 'shell', code: 'ls' }],
  ['ctx_execute', { language: 'shell', code: 'ls', cwd: 'sub/../other' }],
  ['ctx_execute', { language: 'python', code: 'print(1)', cwd: '/else', timeout_ms: '5' }],
  ['ctx_execute', { language: 'shell', code: 'ls', cwd: null, intent: null }],
  ['ctx_execute_file', { path: 'a', language: 'shell', code: 'wc' }],
  ['ctx_execute_file', { path: 'a', paths: ['b', '../c'], language: 'ruby', code: 'p 1' }],
  ['ctx_execute_file', { paths: '["b","c"]', language: 'shell', code: 'wc' }],
  ['ctx_execute_file', { paths: 'b', path: null, language: 'shell', code: 'wc' }],
  ['ctx_execute_file', { language: 'shell', code: 'wc' }],
  ['ctx_batch_execute', { commands: 'ls' }],
  ['ctx_batch_execute', { commands: '[ -f a ] && ls' }],
  ['ctx_batch_execute', { commands: ['ls', 'rm x'], cwd: 'sub' }],
  ['ctx_batch_execute', { commands: '[{"label":1,"command":"ls"},"rm x"]' }],
  ['ctx_batch_execute', { commands: { command: 'ls' } }],
  ['ctx_batch_execute', { commands: '{"command":"ls"}' }],
  ['ctx_batch_execute', { commands: ['{"command":"rm y"}', { label: 'b', command: 'ls' }] }],
  ['ctx_index', { path: 'docs' }],
  ['ctx_index', { content: 'text', source: 's' }],
  ['ctx_fetch_and_index', { url: 'HTTPS://Example.org/a#part' }],
  ['ctx_fetch_and_index', { url: 'no address' }],
  ['ctx_fetch_and_index', { requests: [{ url: 'https://a.example.org' }, { url: 'https://b.example.org' }] }],
  ['ctx_fetch_and_index', { requests: '[{"url":"https://a.example.org"}]', url: 'https://c.example.org' }],
  ['ctx_jobs', { action: 'list' }],
  ['ctx_jobs', { action: 'kill', id: 'j1' }],
  ['ctx_jobs', { action: 'tail', id: 'j1' }],
  ['ctx_search', { queries: 'x' }],
  ['ctx_read', { id: '#1' }],
  ['ctx_stats', {}],
  ['ctx_doctor', {}],
  ['ctx_upgrade', {}],
  ['ctx_purge', { scope: 'project', confirm: true }],
];

it('every tool is among them', () => {
  expect(TOOL_NAMES.filter((tool) => !CALLS.some(([name]) => name === tool))).toEqual([]);
});

it.each(CALLS)('%s %j: the process without a schema library reads what the tool reads', (tool, input) => {
  const described = describeCall(tool, input, PROJECT);
  expect(described).toBeDefined();
  expect(ownAccess(tool, input, place)).toEqual(described?.access);
});

describe('arguments that are not clear', () => {
  it.each([
    ['ctx_execute', undefined],
    ['ctx_execute', { language: 'shell' }],
    ['ctx_execute', { code: ['ls'], language: 'shell' }],
    ['ctx_execute_file', { paths: [{ path: 'a' }], language: 'shell', code: 'wc' }],
    ['ctx_batch_execute', {}],
    ['ctx_batch_execute', { commands: [['ls']] }],
  ] as const)('%s %j: nothing is said, and the tool takes them no better', (tool, input) => {
    expect(ownAccess(tool, input, place)).toBeUndefined();
    expect(describeCall(tool, input, PROJECT)).toBeUndefined();
  });
});
