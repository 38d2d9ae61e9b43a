import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { canConfine, startConfined } from '../helpers/product/confined-place.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place, storePath } from '../helpers/product/places.ts';

const MANY = 'seq 1 100000';
const wholeText = Array.from({ length: 100_000 }, (_, n) => `${n + 1}\n`).join('');
const outDir = (place: Place): string => join(dirname(storePath(place)), 'out');
/** Empties the run's own folder when a large output has begun. */
const CLEARS = `${MANY}; sleep 0.5; find "$TMPDIR" -mindepth 1 -delete; echo cleared`;
const FORGES = `${MANY}; sleep 0.5; for f in $(find "$TMPDIR" -name '*part*'); do rm "$f"; echo forged > "$f"; done; echo cleared`;

test.each([CLEARS, FORGES])(
  'a run that changes its temporary folder changes nothing of its output: %s',
  async (code) => {
    const place = makePlace();
    const server = await startServer(place);
    const answer = await server.call('ctx_execute', { language: 'shell', code });
    expect(answer.text).toMatch(/^\[exit 0, .*\n1\n2\n(.*\n)+cleared\n\[#1: \d+ of 100,001 lines shown, /);
    expect(readFileSync(join(outDir(place), '1.txt'), 'utf8')).toBe(`${wholeText}cleared\n`);
    expect(namesIn(outDir(place))).toEqual(['1.txt']);
  },
);

test.skipIf(!canConfine)('confined, it sees no output, its own neither', async () => {
  const { place, shell } = await startConfined();
  const data = dirname(dirname(dirname(join(place.data, 'projects', 'x', 'y'))));
  const { text } = await shell(
    `${MANY}; sleep 0.5; find '${data}' -name '*.part*'; find '${data}' -name out; echo seen`,
  );
  expect(text).toMatch(/\n100000\nseen\n\[#1: /);
  expect(statSync(join(outDir(place), '1.txt')).size).toBe(wholeText.length + 'seen\n'.length);
});

test('nothing is left in the folder of originals, however runs end', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await server.call('ctx_index', { content: 'text', source: 'first' });
  await server.call('ctx_execute', { language: 'shell', code: `${MANY}; sleep 60`, timeout_ms: 1_000 });
  await server.call('ctx_execute', {
    language: 'shell',
    code: `${MANY}; head -c 100000 /dev/zero`,
    max_bytes: 300,
  });
  const { data } = await server.call('ctx_execute', {
    language: 'shell',
    code: `${MANY}; sleep 60`,
    background: true,
  });
  await sleep(500);
  expect(namesIn(outDir(place)).filter((name) => name.endsWith('.part'))).toHaveLength(1);
  await server.call('ctx_jobs', { action: 'kill', id: data.job });
  const id = server.nextId();
  const params = { name: 'ctx_execute', arguments: { language: 'shell', code: `${MANY}; sleep 60` } };
  server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
  await sleep(500);
  server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  const left = (): readonly string[] =>
    namesIn(outDir(place)).filter((name) => !/^\d+\.(txt|bin)$/.test(name));
  for (let tries = 0; tries < 50 && left().length > 0; tries += 1) await sleep(100);
  expect(left()).toEqual([]);
});

test('a purge of the project leaves alone what a run is writing', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await server.call('ctx_index', { content: 'text', source: 'first' });
  const code = `${MANY}; until [ -e go ]; do sleep 0.1; done; echo end`;
  const { data } = await server.call('ctx_execute', { language: 'shell', code, background: true });
  await sleep(500);
  await server.call('ctx_purge', { scope: 'project', confirm: true });
  writeFileSync(join(place.project, 'go'), '');
  let text = '';
  for (let tries = 0; tries < 80 && !text.includes('log #'); tries += 1) {
    await sleep(100);
    text = (await server.call('ctx_jobs', { action: 'list' })).text;
  }
  const handle = /log #(\d+)/.exec(text)?.[1] ?? text;
  expect(readFileSync(join(outDir(place), `${handle}.txt`), 'utf8')).toBe(`${wholeText}end\n`);
  expect(data).toMatchObject({ state: 'running' });
});

test('what a killed server had of an output is found later, once', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await server.call('ctx_index', { content: 'text', source: 'first' });
  const params = { name: 'ctx_execute', arguments: { language: 'shell', code: `${MANY}; sleep 60` } };
  server.send({ jsonrpc: '2.0', id: 'run', method: 'tools/call', params });
  const parts = (): readonly string[] => namesIn(outDir(place)).filter((name) => name.endsWith('.part'));
  const whole = (): boolean =>
    parts().some((name) => statSync(join(outDir(place), name)).size === wholeText.length);
  for (let tries = 0; tries < 50 && !whole(); tries += 1) await sleep(100);
  await server.kill();
  const servers = [await startServer(place), await startServer(place)];
  const ask = (): Promise<readonly string[]> =>
    Promise.all(
      servers.map(
        async (one) =>
          (await one.call('ctx_search', { queries: ['99999'], source: 'output of a run*' })).text,
      ),
    );
  await ask();
  // Somebody may still be at work on what was touched a moment ago.
  await sleep(4_000);
  expect(parts()).toHaveLength(1);
  for (const one of servers) await one.end();
  const longAgo = Date.now() / 1000 - 3_600;
  utimesSync(join(outDir(place), parts()[0] ?? ''), longAgo, longAgo);
  servers.splice(0, 2, await startServer(place), await startServer(place));
  await ask();
  await sleep(4_000);
  const [first = ''] = await ask();
  const handle = /#(\d+)/.exec(first)?.[1] ?? '';
  expect(readFileSync(join(outDir(place), `${handle}.txt`), 'utf8')).toBe(wholeText);
  expect(namesIn(outDir(place)).filter((name) => name !== '1.txt')).toEqual([`${handle}.txt`]);
});
