import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '#mcp/stdio-transport.ts';
import { cutInPieces } from '../../helpers/pieces.ts';

interface Heard {
  readonly messages: JSONRPCMessage[];
  readonly answers: unknown[];
  readonly faults: string[];
  isClosed: boolean;
}

/** A started transport and everything that it hears and says. */
async function listen() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const heard: Heard = { messages: [], answers: [], faults: [], isClosed: false };
  const transport = new StdioTransport({ input, output, onFault: (code) => void heard.faults.push(code) });
  transport.onmessage = (message) => void heard.messages.push(message);
  transport.onclose = () => {
    heard.isClosed = true;
  };
  let text = '';
  output.on('data', (bytes: Buffer) => {
    text += bytes.toString();
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
      heard.answers.push(JSON.parse(text.slice(0, at)));
      text = text.slice(at + 1);
    }
  });
  await transport.start();
  const feed = async (...pieces: readonly (Buffer | string)[]): Promise<void> => {
    for (const piece of pieces) input.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { transport, heard, feed, input, output };
}

const request = (id: number, text = ''): object => ({ jsonrpc: '2.0', id, method: 'm', params: { text } });

it('hears the same messages however the bytes are cut', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 });
  const ends = fc.constantFrom('\n', '\r\n', '\n\n', ' \n');
  await fc.assert(
    fc.asyncProperty(texts, ends, fc.array(fc.integer({ min: 1, max: 30 })), async (all, end, cuts) => {
      const { heard, feed } = await listen();
      const sent = all.map((text, i) => request(i, text));
      const bytes = Buffer.from(sent.map((message) => JSON.stringify(message) + end).join(''));
      await feed(...cutInPieces(bytes, cuts).filter((piece) => piece.length > 0));
      expect(heard.messages).toEqual(sent);
      expect(heard.faults).toEqual([]);
      expect(heard.answers).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['no JSON', 'nonsense', -32700, null],
  ['half a message', '{"jsonrpc":"2.0","id":1', -32700, null],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
  ['a number', '5', -32600, null],
  ['null', 'null', -32600, null],
  ['an id that is none', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
  ['another protocol', '{"id":1,"method":"ping"}', -32600, 1],
  ['a message of no kind', '{"jsonrpc":"2.0","id":"a"}', -32600, 'a'],
  ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00]), -32700, null],
])('%s is answered with an error, and the next message is heard', async (_name, line, code, id) => {
  const { heard, feed } = await listen();
  await feed(line, '\n', `${JSON.stringify(request(2))}\n`);
  expect(heard.answers).toEqual([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }]);
  expect(heard.faults).toEqual(['MESSAGE_MALFORMED']);
  expect(heard.messages).toEqual([request(2)]);
});

it.each([
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
  '{"jsonrpc":"2.0","result":{}}',
  '{"id":1,"result":{}}',
])('the wrong answer %s is not answered', async (line) => {
  const { heard, feed } = await listen();
  await feed(`${line}\n`);
  expect(heard).toMatchObject({ answers: [], faults: ['MESSAGE_MALFORMED'], messages: [] });
});

it.each([
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
])('%s is heard', async (line) => {
  const { heard, feed } = await listen();
  await feed(`${line}\n`);
  expect(heard).toMatchObject({ answers: [], faults: [], messages: [JSON.parse(line)] });
});

it('empty lines are nothing', async () => {
  const { heard, feed } = await listen();
  await feed('\n\r\n  \n');
  expect(heard).toMatchObject({ answers: [], faults: [], messages: [] });
});

describe('a line of 11 MB', () => {
  const filler = 'x'.repeat(11 * 1024 * 1024);
  const params = `"method":"tools/call","params":{"text":"${filler}","id":99,"nested":{"id":98}}`;

  it.each([
    ['first', `{"jsonrpc":"2.0","id":7,${params}}`, 7],
    ['first of all', `{"id":"a\\"b","jsonrpc":"2.0",${params}}`, 'a"b'],
    ['last', `{"jsonrpc":"2.0",${params},"id":7}`, 7],
    ['last but the protocol', `{${params},"id":-7,"jsonrpc":"2.0"}`, -7],
    ['before the protocol, as the SDK writes it', `{${params},"jsonrpc":"2.0","id":7}`, 7],
    ['nowhere', `{"jsonrpc":"2.0",${params}}`, null],
    ['in the middle', `{"jsonrpc":"2.0","method":"x","id":7,"params":{"text":"${filler}"}}`, null],
  ])('with its id %s is answered to that id, and the next message is heard', async (_name, line, id) => {
    const bytes = Buffer.from(`${line}\n${JSON.stringify(request(2))}\n`);
    for (const cuts of [[], Array(200).fill(65_536), [3, 5, 7], [1, 9_000_000, 1_500_000]]) {
      const { heard, feed } = await listen();
      await feed(...cutInPieces(bytes, cuts));
      expect(heard.answers).toEqual([
        {
          jsonrpc: '2.0',
          id,
          error: { code: -32600, message: expect.stringContaining(String(line.length)) },
        },
      ]);
      expect(heard.faults).toEqual(['MESSAGE_TOO_LARGE']);
      expect(heard.messages).toEqual([request(2)]);
    }
  });

  it('ends up in no memory: what is kept of 100 MB is small', async () => {
    const { heard, feed } = await listen();
    const piece = Buffer.alloc(1024 * 1024, 0x78);
    await feed('{"jsonrpc":"2.0","id":1,"x":"');
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 100; i += 1) await feed(piece);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
    await feed('"}\n');
    expect(heard.answers).toMatchObject([{ id: 1 }]);
  });
});

it('a line of just the limit is heard', async () => {
  const { heard, feed } = await listen();
  const frame = JSON.stringify(request(1)).length;
  const message = request(1, 'x'.repeat(10 * 1024 * 1024 - frame));
  await feed(`${JSON.stringify(message)}\n`);
  expect(heard.messages).toHaveLength(1);
  expect(heard.faults).toEqual([]);
});

it('a listener that throws does not end the connection', async () => {
  const { transport, heard, feed } = await listen();
  transport.onmessage = () => {
    throw new Error('inside');
  };
  await feed(`${JSON.stringify(request(1))}\n`);
  expect(heard.faults).toEqual(['MESSAGE_MALFORMED']);
  expect(heard.isClosed).toBe(false);
});

it.each([
  ['the input ends', (peer: Awaited<ReturnType<typeof listen>>) => void peer.input.end()],
  ['the input breaks', (peer: Awaited<ReturnType<typeof listen>>) => void peer.input.destroy(new Error('x'))],
  [
    'the output breaks',
    (peer: Awaited<ReturnType<typeof listen>>) => void peer.output.emit('error', new Error('EPIPE')),
  ],
])('closes once when %s, and writes nothing any more', async (_name, breakIt) => {
  const peer = await listen();
  let closed = 0;
  peer.transport.onclose = () => {
    closed += 1;
  };
  breakIt(peer);
  await peer.feed();
  expect(closed).toBe(1);
  await peer.transport.close();
  await peer.transport.send({ jsonrpc: '2.0', method: 'late' });
  expect(closed).toBe(1);
  expect(peer.heard.answers).toEqual([]);
});

it('writes one message per line', async () => {
  const { transport, heard } = await listen();
  await transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'two\nlines' } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard.answers).toEqual([{ jsonrpc: '2.0', id: 1, result: { text: 'two\nlines' } }]);
});
