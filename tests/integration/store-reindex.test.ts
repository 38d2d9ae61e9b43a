import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, storePath } from '../helpers/product/places.ts';

/** Lines of a file in one of its versions. */
const content = (lines: number, version: number): string =>
  Array.from(
    { length: lines },
    (_, n) => `line ${n} version${version} has words such as word${n % 50}\n`,
  ).join('');

test.each([
  ['a few lines', 3],
  ['400 lines', 400],
  ['124 KB', 3_000],
])('a file of %s that changes again and again is found as it is now', async (_size, lines) => {
  const place = makePlace();
  const server = await startServer(place);
  for (let version = 1; version <= 5; version += 1) {
    writeFileSync(join(place.project, 'notes.txt'), content(lines + version, version));
    const answer = await server.call('ctx_index', { path: 'notes.txt' });
    expect([version, answer.isError, answer.text]).toEqual([version, false, expect.any(String)]);
    const found = await server.call('ctx_search', { queries: [`version${version}`] });
    expect([found.isError, found.text]).toEqual([false, expect.stringContaining(`version${version} has`)]);
  }
});

test('after a damaged store was set aside, no handle from before names another text', async () => {
  const place = makePlace();
  const server = await startServer(place);
  for (const word of ['zebra', 'okapi']) await server.call('ctx_index', { content: word, source: word });
  await server.end();
  const store = storePath(place);
  const fd = openSync(store, 'r+');
  writeSync(fd, Buffer.alloc(4_096, 0xa5), 0, 4_096, 0);
  closeSync(fd);
  const next = await startServer(place);
  writeFileSync(join(place.project, 'a.txt'), 'quagga of the file');
  await next.call('ctx_index', { path: 'a.txt' });
  await next.call('ctx_index', { content: 'gnu', source: 'gnu' });
  for (const id of ['#1', '#2']) expect(await next.call('ctx_read', { id })).toMatchObject({ isError: true });
  const out = join(store, '..', 'out');
  expect(['1', '2', '4'].map((name) => readFileSync(join(out, `${name}.txt`), 'utf8'))).toEqual([
    'zebra',
    'okapi',
    'gnu',
  ]);
  expect((await next.call('ctx_read', { id: '#3' })).text).toContain('quagga');
});
