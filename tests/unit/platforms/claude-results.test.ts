import { describe, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { outputOf, responseWith } from '#platforms/results/claude-output.ts';
import { readsSource } from '#platforms/results/reads-source.ts';

const event = (toolName: string, toolResponse: unknown, toolInput: unknown = {}): HookEvent => ({
  platform: 'claude-code',
  name: 'post_tool',
  sessionId: 's',
  cwd: '/p',
  toolName,
  toolInput,
  toolResponse,
});

const bash = { stdout: 'long', stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
const read = (file: object = {}) => ({
  type: 'text',
  file: { filePath: '/p/a.ts', content: 'one\ntwo\n', numLines: 3, startLine: 1, totalLines: 3, ...file },
});
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

describe('results that a digest may stand for', () => {
  it('Bash: stdout, under the command, for what its description says', () => {
    const input = { command: 'npm\n  test', description: 'run the tests' };
    expect(outputOf(event('Bash', bash, input))).toEqual({
      kind: 'command',
      text: 'long',
      label: 'Bash: npm test',
      purpose: 'run the tests',
      isSource: false,
    });
    expect(responseWith(event('Bash', bash), 'short')).toEqual({ ...bash, stdout: 'short' });
  });

  it('Bash, cut by the host: the file holds the whole, and is no longer named in the answer', () => {
    const cut = { ...bash, persistedOutputPath: '/x/tool-results/1.txt', persistedOutputSize: 108_894 };
    expect(outputOf(event('Bash', cut))).toMatchObject({ wholeFile: '/x/tool-results/1.txt' });
    expect(responseWith(event('Bash', cut), 'short')).toEqual({ ...bash, stdout: 'short' });
  });

  it('Agent: the report, its other fields kept', () => {
    const done = {
      status: 'completed',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      usage: {},
    };
    expect(outputOf(event('Agent', done, { description: 'd', prompt: 'find it' }))).toMatchObject({
      kind: 'report',
      text: 'a\nb',
      label: 'Agent: d',
      purpose: 'find it',
    });
    expect(responseWith(event('Agent', done), 'short')).toEqual({
      ...done,
      content: [{ type: 'text', text: 'short' }],
    });
  });

  it('an MCP tool: its texts; an image stays in its place', () => {
    const parts = [{ type: 'text', text: 'a', _meta: 1 }, image, { type: 'text', text: 'b' }];
    expect(outputOf(event('mcp__browser__snapshot', parts))).toMatchObject({
      kind: 'mcp',
      text: 'a\nb',
      label: 'mcp__browser__snapshot',
    });
    expect(responseWith(event('mcp__browser__snapshot', parts), 'short')).toEqual([
      { type: 'text', text: 'short', _meta: 1 },
      image,
    ]);
    expect(responseWith(event('mcp__x__y', 'text'), 'short')).toBe('short');
  });

  it('Read of a whole file: source unless its name says data; the answer counts its own lines', () => {
    expect(outputOf(event('Read', read()))).toMatchObject({ kind: 'file', isSource: true, file: '/p/a.ts' });
    const log = read({ filePath: '/p/access.log' });
    expect(outputOf(event('Read', log))).toMatchObject({ isSource: false });
    expect(responseWith(event('Read', read()), 'x\ny')).toEqual(read({ content: 'x\ny', numLines: 2 }));
  });

  it('WebFetch: what it found on the page', () => {
    const page = { bytes: 9, code: 200, result: 'text', url: 'https://a.example/' };
    const input = { url: 'https://a.example/', prompt: 'what is new' };
    expect(outputOf(event('WebFetch', page, input))).toMatchObject({ kind: 'page', purpose: 'what is new' });
    expect(responseWith(event('WebFetch', page), 'short')).toEqual({ ...page, result: 'short' });
  });
});

describe('results that are left alone', () => {
  it.each([
    ['an image', 'Bash', { ...bash, isImage: true }, {}],
    ['an unknown shape', 'Bash', { stdout: 'x' }, {}],
    ['a text where an object is known', 'Bash', 'text', {}],
    ['nothing', 'Bash', undefined, {}],
    ['null', 'mcp__a__b', null, {}],
    ['an object of an MCP tool', 'mcp__a__b', { content: [] }, {}],
    ['a range of a file', 'Read', read(), { offset: 5 }],
    ['a part of a file', 'Read', read(), { limit: 5 }],
    ['a notebook or an image', 'Read', { type: 'image', file: { base64: '' } }, {}],
    ['a background agent', 'Agent', { status: 'async_launched', agentId: 'a' }, {}],
    ['an edit', 'Edit', { filePath: '/p/a.ts' }, {}],
    ['an unknown tool', 'Teleport', { stdout: 'x', stderr: '' }, {}],
    ['a name of Object', 'constructor', { stdout: 'x', stderr: '' }, {}],
  ])('%s', (_, tool, response, input) => {
    expect(outputOf(event(tool, response, input))).toBeUndefined();
  });

  it('an input that is no object does not matter', () => {
    expect(outputOf(event('Bash', bash, 'text'))).toMatchObject({ label: 'Bash', purpose: '' });
  });
});

describe('commands that only print source files', () => {
  it.each([
    'cat src/a.ts',
    "cat 'my file.py'",
    'head -200 src/main.rs lib.rs',
    'sed -n 1,400p src/app.tsx',
    'git show HEAD:src/a.go',
    'nl -ba Makefile',
  ])('%s', (command) => expect(readsSource(command)).toBe(true));

  it.each([
    'cat access.log',
    'cat src/a.ts | wc -l',
    'cat src/a.ts; npm test',
    'cat $(ls *.ts)',
    'npm test -- src/a.ts',
    'git show HEAD',
    'cat',
    'tail -f app.out',
    'echo cat a.ts',
  ])('not: %s', (command) => expect(readsSource(command)).toBe(false));
});
