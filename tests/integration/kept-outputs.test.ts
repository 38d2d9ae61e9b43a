import { expect, test } from 'vitest';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace } from '../helpers/product/places.ts';

const javascript = (code: string, more: object = {}): object => ({ language: 'javascript', code, ...more });
const PRINTS: readonly string[] = [
  `for (let i = 0; i < 3000; i++) console.log('line ' + i)`,
  `for (let i = 0; i < 3000; i++) console.log('error: ' + 'é'.repeat(i % 700))`,
  `process.stdout.write('x'.repeat(300000))`,
  `process.stdout.write('ab\\n'.repeat(80))`,
];

test('an answer exceeds max_bytes by no more than its handle line', async () => {
  const server = await startServer(makePlace());
  for (const code of PRINTS) {
    for (const max_bytes of [256, 300, 512, 1_000, 4_096, 32_768]) {
      const { text } = await server.call('ctx_execute', javascript(code, { max_bytes }));
      const handle = /\n\[#\d+: .*\]$/.exec(text)?.[0] ?? '';
      const size = Buffer.byteLength(text);
      const most = max_bytes >= 1_000 ? max_bytes : max_bytes + Buffer.byteLength(handle);
      expect([code, max_bytes, size <= most]).toEqual([code, max_bytes, true]);
    }
  }
});

test('one long line is read back by the calls that each page names, and nothing else', async () => {
  const server = await startServer(makePlace());
  await server.call('ctx_execute', javascript(`process.stdout.write('a' + '😀'.repeat(10000) + 'final')`));
  const call = /ctx_read\(id: "#1", lines: "([^"]+)"\)\]$/;
  let lines = '1-';
  let whole = '';
  for (let pages = 0; pages < 20 && lines !== ''; pages += 1) {
    const { text } = await server.call('ctx_read', { id: '#1', lines });
    whole += text.slice(0, text.lastIndexOf('\n['));
    lines = call.exec(text)?.[1] ?? '';
  }
  expect(whole).toBe(`a${'😀'.repeat(10_000)}final`);
});

test('the count of a grep names the lines that it was made in, and the next call stays in them', async () => {
  const server = await startServer(makePlace());
  await server.call('ctx_execute', javascript(`for (let i = 0; i < 3000; i++) console.log('line ' + i)`));
  const { text } = await server.call('ctx_read', {
    id: '#1',
    lines: '101-1500',
    grep: 'line',
    max_bytes: 256,
  });
  expect(text).toMatch(
    /\[#1: 1,400 of the 1,400 lines 101-1500 match; ctx_read\(.*lines: "1\d\d-1500", grep/,
  );
  const page = await server.call('ctx_read', { id: '#1', lines: '101-1500', max_bytes: 256 });
  expect(page.text).toMatch(/lines: "1\d\d-1500"\)\]$/);
});

test('code whose first line is long does not cut a character in its label', async () => {
  const server = await startServer(makePlace());
  for (const lead of ['', 'x']) {
    const code = `// ${lead}${'😀'.repeat(60)}\nfor (let i = 0; i < 3000; i++) console.log('line ' + i)`;
    await server.call('ctx_execute', javascript(code));
  }
  const listed = await server.call('ctx_search', { sort: 'timeline' });
  expect(JSON.stringify(listed)).not.toMatch(/\\ud[89a-f]|\uFFFD/i);
});
