import { expect, test } from 'vitest';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';

type Args = Readonly<Record<string, unknown>> | unknown;

/** A wrong call, and what the answer must name: the field, the value given, and what is accepted. */
interface WrongCall {
  readonly tool: string;
  readonly args: Args;
  readonly names: readonly (string | RegExp)[];
}

const wrong = (tool: string, args: Args, ...names: readonly (string | RegExp)[]): WrongCall => ({
  tool,
  args,
  names,
});
const execute = (args: Args, ...names: readonly (string | RegExp)[]): WrongCall =>
  wrong('ctx_execute', { language: 'shell', code: 'echo ran', ...(args as object) }, ...names);

const WRONG_CALLS: readonly WrongCall[] = [
  execute({ language: 'cobol' }, 'language', 'cobol', 'shell', 'javascript', 'python'),
  execute({ language: 5 }, 'language', '5', 'shell'),
  execute({ language: null }, 'language', 'null', 'shell'),
  execute({ code: '' }, 'code', '""', /at least 1/),
  execute({ code: 12 }, 'code', '12', /string/),
  execute({ code: ['echo'] }, 'code', '["echo"]', /string/),
  execute({ code: 'echo a\0b' }, 'code', 'NUL', /remove/),
  execute({ code: `#${'x'.repeat(1_100_000)}` }, 'code', /at most 1048576/),
  execute({ timeout_ms: 0 }, 'timeout_ms', '0', /at least 1/),
  execute({ timeout_ms: -5 }, 'timeout_ms', '-5', /at least 1/),
  execute({ timeout_ms: 1.5 }, 'timeout_ms', '1.5', /int/),
  execute({ timeout_ms: 'soon' }, 'timeout_ms', '"soon"', /number/),
  execute({ timeout_ms: {} }, 'timeout_ms', '{}', /number/),
  execute({ cwd: '' }, 'cwd', '""', /at least 1/),
  execute({ cwd: '/no/such/folder' }, 'cwd', '/no/such/folder', /existing folder/),
  execute({ cwd: 'a\0b' }, 'cwd', /NUL|\\u0000/),
  execute({ cwd: 7 }, 'cwd', '7', /string/),
  execute({ max_bytes: 'many' }, 'max_bytes', '"many"', /number/),
  execute({ shell: 'zsh' }, 'shell', /unknown/, /language/),
  execute({ timeout: 5 }, 'timeout', /unknown/, /timeout_ms/),
  wrong('ctx_execute', { language: 'shell' }, 'code', /missing/, /string/),
  wrong('ctx_execute', { code: 'echo' }, 'language', /missing/, 'shell'),
  wrong('ctx_execute', {}, 'language', 'code', /missing/),
  wrong('ctx_execute', undefined, 'language', 'code', /missing/),
  wrong('ctx_index', {}, 'path', 'content', /neither/),
  wrong('ctx_index', { path: 'a', content: 'b' }, 'path', 'content', /both/),
  wrong('ctx_index', { path: 5 }, 'path', '5', /string/),
  wrong('ctx_index', { path: '' }, 'path', '""', /at least 1/),
  wrong('ctx_index', { path: 'no-such-file.md' }, 'no-such-file.md', /does not exist/),
  wrong('ctx_index', { path: '.' }, /holds no files/),
  wrong('ctx_index', { path: 'a\0b' }, 'path', /NUL|\\u0000/),
  wrong('ctx_index', { path: '/dev/null/x' }, '/dev/null/x', /does not exist/),
  wrong('ctx_index', { content: 'a\0b', source: 's' }, 's', /binary/),
  wrong('ctx_index', { content: 'a', source: 'x'.repeat(201) }, 'source', /at most 200/),
  wrong('ctx_search', {}, 'queries', /missing/, /array|list/),
  wrong('ctx_search', { queries: [] }, 'queries', '[]', /at least 1/),
  wrong('ctx_search', { queries: 5 }, 'queries', '5', /array|list/),
  wrong('ctx_search', { queries: ['a', true] }, 'queries.1', 'true', /string/),
  wrong('ctx_search', { queries: Array(21).fill('a') }, 'queries', /at most 20/),
  wrong('ctx_search', { queries: ['a'], limit: 'x' }, 'limit', '"x"', /number/),
  wrong('ctx_search', { queries: ['a'], kind: 'movie' }, 'kind', '"movie"', 'doc', 'code', 'output', 'event'),
  wrong('ctx_search', { queries: ['a'], sort: 'age' }, 'sort', '"age"', 'relevance', 'timeline'),
  wrong('ctx_search', { queries: ['a'], since: 'yesterday' }, 'since', '"yesterday"', '2h', '2026-05-01'),
  wrong('ctx_search', { queries: ['a'], since: 5 }, 'since', '5', /string/),
  wrong('ctx_search', { queries: ['a'], source: '' }, 'source', '""', /at least 1/),
  wrong('ctx_search', { queries: ['a'], query: 'b' }, 'query', /unknown/, /queries/),
  wrong('ctx_read', {}, 'id', /missing/, /string/),
  wrong('ctx_read', { id: 'abc' }, 'id', 'abc', '#12'),
  wrong('ctx_read', { id: '#0' }, 'id', '#0', '#12'),
  wrong('ctx_read', { id: -1 }, 'id', '-1', '#12'),
  wrong('ctx_read', { id: '#99' }, 'id', '#99', /nothing is stored/i),
  wrong('ctx_read', { id: ['#1'] }, 'id', '["#1"]', /string/),
  wrong('ctx_read', { id: '#1', lines: 'all' }, 'lines', 'all', '100-160'),
  wrong('ctx_read', { id: '#1', lines: '9-3' }, 'lines', '9-3', '100-160'),
  wrong('ctx_read', { id: '#1', lines: [1, 2] }, 'lines', '[1,2]', /string/),
  wrong('ctx_read', { id: '#1', grep: '' }, 'grep', '""', /at least 1/),
  wrong('ctx_stats', { verbose: true }, 'verbose', /unknown/),
];

async function startWithSource(): Promise<LineClient> {
  const server = await startServer(makePlace());
  await server.call('ctx_index', { content: 'one\ntwo\nthree', source: 'numbers' });
  return server;
}

test('every wrong argument is refused with its name, its value and what is accepted', async () => {
  const server = await startWithSource();
  const failures: string[] = [];
  for (const { tool, args, names } of WRONG_CALLS) {
    const { isError, text, data } = await server.call(tool, args);
    const missing = names.filter((name) =>
      typeof name === 'string' ? !text.includes(name) : !name.test(text),
    );
    const what = `${tool}(${(JSON.stringify(args) ?? '').slice(0, 120)}) -> ${text.slice(0, 400)}`;
    if (!isError) failures.push(`accepted: ${what}`);
    else if (data.error === 'INTERNAL' || typeof data.error !== 'string')
      failures.push(`code ${data.error}: ${what}`);
    else if (missing.length > 0) failures.push(`names not ${missing.join(', ')}: ${what}`);
  }
  expect(failures).toEqual([]);
});

test('a wrong value is shown short, whatever its size', async () => {
  const server = await startWithSource();
  const answer = await server.call('ctx_execute', { language: 'x'.repeat(1_000_000), code: 'echo' });
  expect(answer.isError).toBe(true);
  expect(answer.text.length).toBeLessThan(1_000);
});

/** Mistyped arguments with only one meaning, and what the answer then holds. */
const MISTYPED: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
  ['a number as text', 'ctx_execute', { language: 'shell', code: 'echo ran', timeout_ms: '5000' }, /ran/],
  ['a list as JSON text', 'ctx_search', { queries: '["two"]' }, /two/],
  ['a text instead of a list', 'ctx_search', { queries: 'two' }, /two/],
  ['a limit as text', 'ctx_search', { queries: ['two'], limit: '5' }, /two/],
  ['a limit with blanks', 'ctx_search', { queries: ['two'], limit: ' 5 ' }, /two/],
  ['a limit that is too large', 'ctx_search', { queries: ['two'], limit: 21 }, /two/],
  ['a limit that is too small', 'ctx_search', { queries: ['two'], limit: 0 }, /two/],
  ['a handle as number', 'ctx_read', { id: 1 }, /three/],
  ['a handle without its sign', 'ctx_read', { id: '1' }, /three/],
  ['a line as number', 'ctx_read', { id: '#1', lines: 2 }, /two/],
  ['an expression that is none, as plain text', 'ctx_read', { id: '#1', grep: '(' }, /0 of 3 lines match/],
  ['a budget that is too small', 'ctx_read', { id: '#1', max_bytes: 1 }, /one/],
  ['a budget that is too large', 'ctx_read', { id: '#1', max_bytes: 1e9 }, /one/],
  ['a budget with a fraction', 'ctx_read', { id: '#1', max_bytes: '1000.5' }, /one/],
];

test('mistyped arguments that have only one meaning are accepted', async () => {
  const server = await startWithSource();
  for (const [what, tool, args, holds] of MISTYPED) {
    const answer = await server.call(tool, args);
    expect([what, answer.isError, answer.text]).toEqual([what, false, expect.stringMatching(holds)]);
  }
});

test('an unknown tool is refused with the names of those there are', async () => {
  const server = await startServer(makePlace());
  for (const name of ['ctx_nothing', 'CTX_EXECUTE', '', 'constructor', '__proto__', 'x'.repeat(10_000)]) {
    const answer = await server.call(name, {});
    expect(answer).toMatchObject({ isError: true, data: { error: 'TOOL_UNKNOWN' } });
    for (const known of ['ctx_execute', 'ctx_index', 'ctx_search', 'ctx_read', 'ctx_stats'])
      expect(answer.text).toContain(known);
    expect(answer.text.length).toBeLessThan(1_000);
  }
});
