import { expect, test } from 'vitest';
import {
  type LineClient,
  type RequestId,
  startServer,
  toolAnswer,
} from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace } from '../../helpers/product/places.ts';
import { isPosix, markedSleep, waitFor } from '../../helpers/product/processes.ts';

const MIB = 1024 * 1024;
const LIST = { jsonrpc: '2.0', method: 'tools/list', params: {} };

/** The server still does its work. */
async function expectAlive(server: LineClient): Promise<void> {
  const answer = await server.call('ctx_execute', { language: 'shell', code: 'echo alive' });
  expect(answer).toMatchObject({ isError: false, text: expect.stringContaining('alive') });
}

test.each<readonly [string, string | Uint8Array]>([
  ['no JSON', 'hello\n'],
  ['half a message', '{"jsonrpc":"2.0","id":77,"method":"tools/li\n'],
  ['two messages in one line', `${JSON.stringify(LIST)}${JSON.stringify(LIST)}\n`],
  ['a number', '5\n'],
  ['null', 'null\n'],
  ['a text', '"tools/list"\n'],
  ['an empty batch', '[]\n'],
  ['a batch', `[${JSON.stringify({ ...LIST, id: 77 })}]\n`],
  ['an object without version', '{"id":77,"method":"tools/list"}\n'],
  ['neither request nor answer', '{"jsonrpc":"2.0"}\n'],
  ['another version', '{"jsonrpc":"1.0","id":77,"method":"tools/list"}\n'],
  ['bytes that are no text', Buffer.from([0xff, 0x00, 0xfe, 0x0a])],
])('%s is answered with an error and logged; the server lives', async (_what, line) => {
  const place = makePlace();
  const server = await startServer(place);
  const before = server.messages.length;
  server.write(line);
  await expectAlive(server);
  const [refusal] = server.messages.slice(before);
  expect(refusal).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } });
  expect(loggedCodes(place, 'server')).toContain('MESSAGE_MALFORMED');
});

test.each<readonly [string, string]>([
  ['empty lines', '\n\n\r\n   \n'],
  ['a notification that nobody knows', '{"jsonrpc":"2.0","method":"notifications/nothing"}\n'],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":9999,"result":{}}\n'],
  [
    'a cancellation of nothing',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9999}}\n',
  ],
])('%s: the server lives', async (_what, line) => {
  const server = await startServer(makePlace());
  server.write(line);
  await expectAlive(server);
});

test.each<readonly [string, unknown]>([
  ['an unknown method', { method: 'no/such/method' }],
  ['discovery', { method: 'server/discover' }],
  ['resources', { method: 'resources/list' }],
  ['prompts', { method: 'prompts/list' }],
  ['a call without a name', { method: 'tools/call', params: {} }],
  ['a call with a number as name', { method: 'tools/call', params: { name: 5 } }],
  ['a call without parameters', { method: 'tools/call' }],
  ['parameters that are a list', { method: 'tools/list', params: [] }],
  ['parameters that are a text', { method: 'tools/list', params: 'x' }],
  ['a method that is a number', { method: 5 }],
  ['no method', { params: {} }],
])('%s is answered with an error to its id; the server lives', async (_what, message) => {
  const server = await startServer(makePlace());
  server.send({ jsonrpc: '2.0', id: 'x-1', ...(message as object) });
  expect(await server.answerTo('x-1')).toMatchObject({ error: { code: expect.any(Number) } });
  await expectAlive(server);
});

test.each<readonly [unknown, string]>([
  [[], '[]'],
  ['{"queries":["zebra"]}', String.raw`"{\"queries\":[\"zebra\"]}"`],
  [5, '5'],
  [true, 'true'],
])('%j as arguments is a wrong argument of the tool, told in our words', async (args, given) => {
  const server = await startServer(makePlace());
  for (const name of ['ctx_search', 'ctx_stats']) {
    server.send({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name, arguments: args } });
    const answer = toolAnswer(await server.answerTo(name));
    expect([answer.isError, answer.data.error]).toEqual([true, 'ARGUMENT_INVALID']);
    expect(answer.text).toBe(`${name}: arguments is ${given}; expected object.`);
  }
});

test('a call that names no tool is told so, in one line', async () => {
  const server = await startServer(makePlace());
  for (const [id, params] of [
    ['none', {}],
    ['number', { name: 5 }],
  ] as const) {
    server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const { error } = await server.answerTo(id);
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/tools\/call: name is (?:5|missing);/),
    });
  }
});

const huge = 'x'.repeat(12 * MIB);
test.each<readonly [string, RequestId, (id: string) => string]>([
  ['first', 4711, (id) => `{"id":${id},"jsonrpc":"2.0","method":"tools/list","params":{"x":"${huge}"}}`],
  [
    'after the version',
    4711,
    (id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"x":"${huge}"}}`,
  ],
  ['last', 4711, (id) => `{"method":"tools/list","params":{"x":"${huge}"},"jsonrpc":"2.0","id":${id}}`],
  [
    'last, before the version',
    4711,
    (id) => `{"method":"m","params":{"x":"${huge}"},"id":${id},"jsonrpc":"2.0"}`,
  ],
  [
    'first, as text',
    'a-"b',
    (id) => `{"jsonrpc": "2.0", "id": ${id}, "method":"m","params":{"x":"${huge}"}}`,
  ],
])('a line of 12 MB is answered to its id, which stands %s; the server lives', async (_where, id, line) => {
  const place = makePlace();
  const server = await startServer(place);
  server.write(`${line(JSON.stringify(id))}\n`);
  expect(await server.answerTo(id)).toMatchObject({
    error: { message: expect.stringContaining('10485760') },
  });
  await expectAlive(server);
  expect(loggedCodes(place, 'server')).toContain('MESSAGE_TOO_LARGE');
});

test('a line of 12 MB that holds a foreign id inside is not answered to that one', async () => {
  const server = await startServer(makePlace());
  server.write(`{"jsonrpc":"2.0","method":"m","params":{"id":5150,"x":"${huge}","y":{"id":5151}}}\n`);
  await expectAlive(server);
  expect(server.messages.filter(({ id }) => id === 5150 || id === 5151)).toEqual([]);
});

test('a message that comes byte by byte, and several in one piece, are all read', async () => {
  const server = await startServer(makePlace());
  const line = Buffer.from(`${JSON.stringify({ ...LIST, id: 'slow-ü' })}\n`);
  for (const byte of line) server.write(Buffer.from([byte]));
  expect(await server.answerTo('slow-ü')).toMatchObject({ result: { tools: expect.any(Array) } });
  const ids = ['a', 'b', 'c'];
  server.write(ids.map((id) => `${JSON.stringify({ ...LIST, id })}\r\n`).join(''));
  for (const id of ids) expect(await server.answerTo(id)).toHaveProperty('result');
});

test('200 calls of all tools at once are all answered, each once', async () => {
  const server = await startServer(makePlace());
  await server.call('ctx_index', { content: 'The zebra crossed at noon.', source: 'z' });
  const kinds: readonly (readonly [string, unknown, RegExp])[] = [
    ['ctx_execute', { language: 'shell', code: 'echo ran' }, /ran/],
    ['ctx_search', { queries: ['zebra'] }, /noon/],
    ['ctx_read', { id: '#1' }, /noon/],
    ['ctx_stats', {}, /^plimsoll, this project:/],
    ['ctx_index', { content: 'A quagga.', source: 'q' }, /Indexed|Unchanged/],
    ['ctx_nothing', {}, /no tool/],
    ['hook_event', { event: 'PreToolUse', session_id: 's', tool_name: 'Bash' }, /^\{\}$/],
    ['ctx_search', { queries: [] }, /queries/],
  ];
  const before = server.messages.length;
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const [name, args, holds] = kinds[n % kinds.length] ?? ['', {}, /./];
      return [name, (await server.call(name, args)).text, holds] as const;
    }),
  );
  const wrong = answers
    .filter(([, text, holds]) => !holds.test(text))
    .map(([name, text]) => `${name}: ${text}`);
  expect(wrong).toEqual([]);
  expect(server.messages.length - before).toBe(200);
});

test.skipIf(!isPosix)('a cancelled ctx_execute ends with its whole process tree; others go on', async () => {
  const server = await startServer(makePlace());
  const [inner, other] = [markedSleep(), markedSleep()];
  const run = (id: string, code: string): void =>
    server.send({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'ctx_execute', arguments: { language: 'shell', code } },
    });
  run('gone', `bash -c '${inner.command} & ${inner.command}'; true`);
  run('stays', `${other.command}; true`);
  await waitFor('the runs have begun', () => inner.pids().length === 2 && other.pids().length === 1, 5_000);
  server.send({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 'gone', reason: 'user' },
  });
  await waitFor('the cancelled tree is gone', () => inner.pids().length === 0, 4_000);
  expect(other.pids()).toHaveLength(1);
  await expectAlive(server);
});

test.each<readonly [string, string]>([
  ['lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
])('arguments of %s 200,000 deep are answered; the server lives', async (_what, deep) => {
  const server = await startServer(makePlace());
  const call = (id: string, args: string): void =>
    server.write(
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"ctx_search","arguments":${args}}}\n`,
    );
  call('in-known', `{"queries":${deep}}`);
  call('in-unknown', `{"queries":["a"],"x":${deep}}`);
  server.write(`{"jsonrpc":"2.0","id":"as-params","method":"tools/call","params":${deep}}\n`);
  server.write(
    `{"jsonrpc":"2.0","id":"in-hook","method":"tools/call","params":{"name":"hook_event","arguments":{"event":"PostToolUse","session_id":"s","tool_response":${deep}}}}\n`,
  );
  const known = toolAnswer(await server.answerTo('in-known'));
  expect(known).toMatchObject({
    isError: true,
    data: { error: 'ARGUMENT_INVALID' },
    text: expect.stringContaining('queries'),
  });
  const unknown = toolAnswer(await server.answerTo('in-unknown'));
  expect(unknown).toMatchObject({
    isError: true,
    data: { error: 'ARGUMENT_INVALID' },
    text: expect.stringContaining('x'),
  });
  expect(await server.answerTo('as-params')).toHaveProperty('error');
  expect(toolAnswer(await server.answerTo('in-hook')).text).toBe('{}');
  await expectAlive(server);
});

test('keys that are names of the language are refused like any unknown key, and change nothing', async () => {
  const server = await startServer(makePlace());
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const id = `key-${key}`;
    server.write(
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"ctx_execute","arguments":{"language":"shell","code":"echo ran","${key}":{"polluted":"yes"}}}}\n`,
    );
    const answer = toolAnswer(await server.answerTo(id));
    if (key !== '__proto__')
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(key) });
  }
  const { text } = await server.call('ctx_search', { queries: ['polluted'] });
  expect(text).not.toContain('yes');
  await expectAlive(server);
});

test('calls before initialize, and a second initialize, do not end the server', async () => {
  const server = await startServer(makePlace(), { clientName: null });
  expect(await server.request('tools/list')).toHaveProperty('id');
  await server.initialize();
  await server.initialize();
  await expectAlive(server);
});
