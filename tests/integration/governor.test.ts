import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LineClient, startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

const bash = (stdout: string, over: object = {}) => ({
  stdout,
  stderr: '',
  interrupted: false,
  isImage: false,
  noOutputExpected: false,
  ...over,
});

/** A test run of some 30 KB in which one test fails. */
const RUN = [
  ...Array.from({ length: 600 }, (_, i) => `ok ${i} - keeps the ${i}th order in its place (${i % 7} ms)`),
  'not ok 601 - refuses an empty basket',
  '  expected: 409',
  '  received: 200',
  '# fail 1',
].join('\n');

interface Hooked {
  readonly updatedToolOutput?: unknown;
  readonly additionalContext?: string;
}

/** Tells the server of a finished call, as the client's hook does; its answer, or undefined when it says nothing. */
async function finished(
  server: LineClient,
  place: Place,
  {
    tool = 'Bash',
    input = {},
    id = 't1',
    response,
  }: { tool?: string; input?: unknown; id?: string; response: unknown },
): Promise<Hooked | undefined> {
  const { text } = await server.call('hook_event', {
    event: 'PostToolUse',
    session_id: 's1',
    cwd: place.project,
    tool_name: tool,
    tool_use_id: id,
    tool_input: JSON.stringify(input),
    tool_response: typeof response === 'string' ? response : JSON.stringify(response),
  });
  const answer = JSON.parse(text) as { readonly hookSpecificOutput?: Hooked };
  return answer.hookSpecificOutput;
}

const textOf = (answer: Hooked | undefined): string =>
  (answer?.updatedToolOutput as { readonly stdout?: string } | undefined)?.stdout ?? '';
const stored = (place: Place): readonly string[] => {
  const projects = join(place.data, 'projects');
  try {
    return readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /out.\d+\.txt$/.test(name),
    );
  } catch {
    return [];
  }
};

describe('a large result of another tool', () => {
  test('is replaced by a digest that tells what failed; the whole is one call away', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const answer = await finished(server, place, { input: { command: 'npm test' }, response: bash(RUN) });
    const text = textOf(answer);
    expect(answer?.updatedToolOutput).toMatchObject(bash(text));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
    expect(text).toContain('not ok 601 - refuses an empty basket\n  expected: 409\n  received: 200');
    expect(text).toMatch(
      /\[#1: \d+ of 604 lines shown, .* saved to .*1\.txt; Read\(offset: \d+, limit: \d+\) continues\]$/,
    );
    const back = await server.call('ctx_read', { id: '#1', lines: '601-604' });
    expect(back.text).toContain(RUN.split('\n').slice(600).join('\n'));
  });

  test('what the user asked for comes first', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await server.call('hook_event', {
      event: 'UserPromptSubmit',
      session_id: 's1',
      cwd: place.project,
      prompt: 'Which handler took the pelican request?',
    });
    const log = Array.from(
      { length: 900 },
      (_, i) => `request ${i} went to handler ${i % 9} in ${i % 31} ms`,
    );
    log[444] = 'request 444, the pelican one, went to handler kingfisher';
    const answer = await finished(server, place, {
      input: { command: './run' },
      response: bash(log.join('\n')),
    });
    expect(textOf(answer)).toContain('handler kingfisher');
    expect(textOf(answer).indexOf('kingfisher')).toBeLessThan(300);
  });

  test('the same event again gets the same answer, and nothing is stored twice', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const call = { input: { command: 'npm test' }, response: bash(RUN) };
    const [first, second] = await Promise.all([finished(server, place, call), finished(server, place, call)]);
    const third = await finished(server, place, call);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    await server.kill();
    // A server that knows nothing of it finds the same text under the same label.
    const next = await startServer(place);
    expect(textOf(await finished(next, place, call))).toContain('[#1: ');
    expect(stored(place)).toHaveLength(1);
  });

  test('of a result that the host cut, its own file is stored and read', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const folder = join(place.root, 'tool-results');
    mkdirSync(folder);
    const file = join(folder, 'x.txt');
    const whole = `${Array.from({ length: 20_000 }, (_, i) => `line ${i}`).join('\n')}\nerror: the last one\n`;
    writeFileSync(file, whole);
    const cut = { persistedOutputPath: file, persistedOutputSize: whole.length };
    const answer = await finished(server, place, { response: bash(whole.slice(0, 30_000), cut) });
    expect(textOf(answer)).toContain('error: the last one');
    expect(answer?.updatedToolOutput).not.toHaveProperty('persistedOutputPath');
    const other = join(place.root, 'elsewhere.txt');
    writeFileSync(other, 'secret '.repeat(9_000));
    const strange = { persistedOutputPath: other, persistedOutputSize: 63_000 };
    const second = await finished(server, place, { id: 't2', response: bash('x\n'.repeat(10_000), strange) });
    expect(textOf(second)).not.toContain('secret');
  });

  test('an MCP tool: its text; images stay', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const response = [{ type: 'text', text: RUN }, image];
    const answer = await finished(server, place, { tool: 'mcp__browser__snapshot', response });
    const parts = answer?.updatedToolOutput as readonly Record<string, unknown>[];
    expect(parts).toHaveLength(2);
    expect(parts[1]).toEqual(image);
    expect(String(parts[0]?.text)).toContain('refuses an empty basket');
  });

  test('a file: source becomes an outline by lines, data a digest; nothing is stored, since the file is there', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const source = Array.from(
      { length: 700 },
      (_, i) => `export function make${i}() {\n  return ${'i'.repeat(90)};\n}`,
    ).join('\n');
    const read = (filePath: string, content: string) => ({
      type: 'text',
      file: { filePath, content, numLines: 9, startLine: 1, totalLines: 9 },
    });
    const contentOf = (answer: Hooked | undefined): string =>
      (answer?.updatedToolOutput as { readonly file: { readonly content: string } } | undefined)?.file
        .content ?? '';
    const code = await finished(server, place, { tool: 'Read', response: read('/p/make.ts', source) });
    expect(contentOf(code)).toMatch(/^\[outline: .*\]\n1-\d+ .*make0/);
    expect(contentOf(code)).toMatch(
      /\n\[2,100 lines, .*; Read with offset and limit shows lines of \/p\/make\.ts exactly\]$/,
    );
    const log = await finished(server, place, { tool: 'Read', id: 't2', response: read('/p/run.log', RUN) });
    expect(contentOf(log)).toContain('refuses an empty basket');
    expect(stored(place)).toEqual([]);
  });
});

test('a large file without parts that have names becomes a digest', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const content = `${'some words that say nothing much\n'.repeat(3_000)}error: the disk is full\n`;
  const file = { filePath: '/p/notes.txt', content, numLines: 1, startLine: 1, totalLines: 1 };
  const answer = await finished(server, place, { tool: 'Read', response: { type: 'text', file } });
  const shown = (answer?.updatedToolOutput as { readonly file: { readonly content: string } } | undefined)
    ?.file;
  expect(shown?.content).toContain('error: the disk is full');
});

describe('what is left alone', () => {
  const big = 'word after word\n'.repeat(3_000);

  test.each([
    ['a small result', { response: bash('fine\n') }],
    [
      'a source file of usual size',
      {
        tool: 'Read',
        response: {
          type: 'text',
          file: { filePath: '/p/a.ts', content: big, numLines: 1, startLine: 1, totalLines: 1 },
        },
      },
    ],
    ['source that a command prints', { input: { command: 'cat src/a.ts' }, response: bash(big) }],
    ['an unknown tool', { tool: 'Teleport', response: bash(big) }],
    ['null', { response: null }],
    ['an array where an object is known', { response: [bash(big)] }],
    ['new fields and missing ones', { response: { stdout: big, novel: true } }],
    [
      'our own tool',
      { tool: 'mcp__plugin_plimsoll_ctx__ctx_execute', response: [{ type: 'text', text: big }] },
    ],
    [
      'our own tool under another key',
      { tool: 'mcp__plimsoll__ctx_read', response: [{ type: 'text', text: big }] },
    ],
    ['binary data', { response: bash(`\u0089PNG\r\n\u001a\n${'\u0000\u0001\u0002'.repeat(9_000)}`) }],
    ['an image', { response: bash(big, { isImage: true }) }],
  ])('%s', async (_, call) => {
    const place = makePlace();
    const server = await startServer(place);
    expect((await finished(server, place, call))?.updatedToolOutput).toBeUndefined();
    expect(stored(place)).toEqual([]);
  });

  test('a stored original that is read back', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const filePath = join(place.data, 'projects', 'p', 'out', '1.txt');
    const content = 'word after word\n'.repeat(9_000);
    const file = { filePath, content, numLines: 1, startLine: 1, totalLines: 1 };
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, content);
    const answer = await finished(server, place, { tool: 'Read', response: { type: 'text', file } });
    expect(answer?.updatedToolOutput).toBeUndefined();
  });

  test('everything, when the governor is off', async () => {
    const place = makePlace();
    const server = await startServer(place, { env: { PLIMSOLL_GOVERNOR_MODE: 'off' } });
    expect((await finished(server, place, { response: bash(big) }))?.updatedToolOutput).toBeUndefined();
  });

  test('everything, when a setting is wrong: said in the log, and the result stays', async () => {
    const place = makePlace();
    const server = await startServer(place, { env: { PLIMSOLL_GOVERNOR_MODE: 'sometimes' } });
    expect(await finished(server, place, { response: bash(big) })).toBeUndefined();
  });

  test('a result that cannot be kept', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await server.call('ctx_search', { queries: ['x'] });
    const [out] = readdirSync(join(place.data, 'projects')).map((name) =>
      join(place.data, 'projects', name, 'out'),
    );
    rmSync(out ?? '', { recursive: true, force: true });
    writeFileSync(out ?? '', 'no folder');
    expect(await finished(server, place, { response: bash(big) })).toBeUndefined();
  });

  test('five megabytes in one result are answered, and the server goes on', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const response = bash(`${'a line of a large result\n'.repeat(200_000)}error: at the end\n`);
    expect(textOf(await finished(server, place, { response }))).toContain('error: at the end');
    expect((await server.call('ctx_search', { queries: ['end'] })).isError).toBe(false);
  });
});
