import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStats, runCli } from '../../helpers/product/command-line.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place, storePath } from '../../helpers/product/places.ts';
import { canMount, mountReadOnly, testDriver } from '../../helpers/store/fixtures.ts';

const MIB = 1024 * 1024;
const index = (server: LineClient, content: string, source: string) =>
  server.call('ctx_index', { content, source });
const search = (server: LineClient, query: string) => server.call('ctx_search', { queries: [query] });

/** Writes as many spooled events as a very long session would, in the form in which the hooks write them. */
async function spool(place: Place, count: number): Promise<void> {
  await runHook(place, { input: hookPayload(place, { tool_name: 'Bash', tool_use_id: 'first' }) });
  const [name = ''] = namesIn(place.data, 'spool');
  const file = join(place.data, 'spool', name);
  const line = readFileSync(file, 'utf8');
  const more = Array.from({ length: count - 1 }, (_, n) => line.replace('"first"', `"t-${n}"`));
  writeFileSync(file, more.join(''), { flag: 'a' });
}

function damage(path: string): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(512, 0xa5), 0, 512, 0);
  closeSync(fd);
}

test('db-004 after a long session with a second server reading, the WAL is bounded, and gone at the end', async () => {
  const place = makePlace();
  const [writer, reader] = [await startServer(place), await startServer(place)];
  await index(writer, 'zebra', 'z');
  let mostBytes = 0;
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        writer.call('hook_event', {
          event: 'PreToolUse',
          session_id: 's',
          tool_use_id: `${round}-${n}`,
          tool_name: 'Bash',
        }),
      ),
    );
    await search(reader, 'zebra');
    mostBytes = Math.max(mostBytes, statSync(`${storePath(place)}-wal`).size);
  }
  // SQLite moves the WAL into the store every 1,000 pages of 16 KB.
  expect(mostBytes).toBeLessThan(40 * MIB);
  await reader.end();
  await writer.end();
  expect(existsSync(`${storePath(place)}-wal`)).toBe(false);
  expect(await readStats(place)).toMatchObject({ events: 3_000 });
});

test('db-005 four servers index 200 documents each at once: all 800 are there, no call fails', async () => {
  const place = makePlace();
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(place)));
  const answers = await Promise.all(
    servers.flatMap((server, s) =>
      Array.from({ length: 200 }, (_, n) => index(server, `word${s}x${n} of a document`, `d-${s}-${n}`)),
    ),
  );
  expect(answers.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([]);
  expect(await readStats(place)).toMatchObject({ sources: 800 });
  expect((await search(servers[0] as LineClient, 'word3x199')).text).toContain('d-3-199');
});

test('db-006 four servers that find no store make one together, and none fails or loses anything', async () => {
  for (let round = 0; round < 3; round += 1) {
    const place = makePlace();
    const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(place)));
    const answers = await Promise.all(servers.map((server, n) => index(server, `text ${n}`, `d-${n}`)));
    expect(answers.map(({ isError, text }) => (isError ? text : 'ok'))).toEqual(Array(4).fill('ok'));
    expect(await readStats(place)).toMatchObject({ sources: 4 });
    expect(readdirSync(dirname(storePath(place))).filter((name) => name.includes('corrupt'))).toEqual([]);
  }
});

test('db-010 a tool result with an image of 6 MB leaves a small row, on both doors', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await index(server, 'zebra', 'z');
  const image = [{ type: 'image', source: { type: 'base64', data: 'A'.repeat(6 * MIB) } }];
  const fields = { tool_name: 'Read', tool_response: image };
  await server.call('hook_event', { event: 'PostToolUse', session_id: 's-1', tool_use_id: 't-1', ...fields });
  await server.call('hook_event', {
    event: 'PostToolUse',
    session_id: 's-1',
    tool_use_id: 't-2',
    ...fields,
    tool_response: JSON.stringify(image),
  });
  await runHook(place, { input: hookPayload(place, { tool_use_id: 't-3', ...fields }) });
  expect(await readStats(place)).toMatchObject({ events: 3 });
  await server.end();
  expect(statSync(storePath(place)).size).toBeLessThan(MIB);
  for (const name of namesIn(place.data, 'spool'))
    expect(statSync(join(place.data, 'spool', name)).size).toBeLessThan(2_000);
});

describe.skipIf(!canMount)('on a read-only file system', () => {
  test('db-013 a search in a read-only data directory works, changes nothing, and saving says why it cannot', async () => {
    const place = makePlace();
    const real = join(place.root, 'real');
    const owner = await startServer(place, { env: { PLIMSOLL_HOME: real } });
    await index(owner, 'The zebra crossed at noon.', 'z');
    await owner.end();
    mkdirSync(place.data);
    mountReadOnly(real, place.data);
    const before = readdirSync(real, { recursive: true }).sort();
    // The library that every bundle carries; better-sqlite3, where installed, cannot read such a store and says so.
    const server = await startServer(place, { env: { PLIMSOLL_SQLITE_DRIVER: 'vendored' } });
    const found = await search(server, 'zebra');
    expect([found.isError, found.text]).toEqual([false, expect.stringContaining('at noon')]);
    const other = await search(await startServer(place), 'zebra');
    expect(other.text).toMatch(other.isError ? /cannot be opened.*PLIMSOLL_HOME/ : /at noon/);
    const refused = await index(server, 'quagga', 'q');
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/read-only|writable/)]);
    expect(refused.text).toContain(place.data);
    await server.end();
    expect(readdirSync(real, { recursive: true }).sort()).toEqual(before);
  });
});

test('db-017 the text index is dropped: a search makes it anew', async () => {
  const place = makePlace();
  const first = await startServer(place);
  await index(first, 'The zebra crossed at noon.', 'z');
  const path = join(place.project, 'notes.md');
  writeFileSync(path, '# Notes\n\nThe quagga slept.\n');
  await first.call('ctx_index', { path });
  await first.end();
  const connection = testDriver().open(storePath(place));
  connection.exec('DROP TABLE chunk_index');
  connection.close();
  const server = await startServer(place);
  for (const [query, text] of [
    ['zebra', 'at noon'],
    ['quagga', 'slept'],
  ] as const) {
    const found = await search(server, query);
    expect([found.isError, found.text]).toEqual([false, expect.stringContaining(text)]);
  }
  expect(await index(server, 'An okapi.', 'o')).toMatchObject({ isError: false });
  expect((await search(server, 'okapi')).text).toContain('An okapi');
});

test('db-019 another client on a machine without ~/.claude: it is not created', async () => {
  const place = makePlace();
  const server = await startServer(place, { clientName: 'some-other-client' });
  await index(server, 'zebra', 'z');
  await search(server, 'zebra');
  await server.call('ctx_execute', { language: 'shell', code: 'echo hi' });
  await server.end();
  await runHook(place, { input: hookPayload(place) });
  await readStats(place);
  expect(namesIn(place.home)).toEqual([]);
});

test('db-020 30,000 events, kill -9, the WAL dated back a day, a new start: all are there', async () => {
  const place = makePlace();
  await spool(place, 30_000);
  const first = await startServer(place);
  expect((await first.call('ctx_stats')).data).toMatchObject({ events: 30_000 });
  await index(first, 'The zebra crossed at noon.', 'z');
  await first.kill();
  const wal = `${storePath(place)}-wal`;
  expect(statSync(wal).size).toBeGreaterThan(0);
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  utimesSync(wal, yesterday, yesterday);
  const server = await startServer(place);
  expect((await server.call('ctx_stats')).data).toMatchObject({ events: 30_000 });
  expect((await search(server, 'zebra')).text).toContain('at noon');
});

test('db-021 PLIMSOLL_HOME is set: all state is below it, and nowhere else', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await index(server, 'zebra '.repeat(50_000), 'z');
  await server.call('ctx_execute', { language: 'shell', code: 'seq 1 100000' });
  await server.call('ctx_stats');
  await runHook(place, { input: hookPayload(place) });
  await runHook(place, { input: 'null' });
  await runCli(place, 'stats');
  await server.end();
  expect([namesIn(place.home), namesIn(place.project), namesIn(place.temp)]).toEqual([[], [], []]);
  expect([...namesIn(place.data)].filter((name) => name !== 'scratch').sort()).toEqual([
    'cache',
    'logs',
    'projects',
    'spool',
  ]);
});

test('db-022 a document changes: its old words find nothing any more', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const path = join(place.project, 'animals.md');
  for (const [text, gone] of [
    ['The zebra crossed.', 'quagga'],
    ['The quagga slept.', 'zebra'],
    ['An okapi.', 'quagga'],
  ] as const) {
    writeFileSync(path, `${text}\n`);
    await server.call('ctx_index', { path });
    expect((await search(server, gone)).data).toMatchObject({ hits: [], total: 0 });
  }
  expect((await search(server, 'okapi')).text).toContain('An okapi');
});

describe('db-023 a damaged store', () => {
  const asideOf = (place: Place): string[] =>
    readdirSync(dirname(storePath(place))).filter(
      (name) => name.includes('corrupt') && !/-(?:wal|shm)$/.test(name),
    );

  async function damagedPlace(): Promise<{ readonly place: Place; readonly bytes: Buffer }> {
    const place = makePlace();
    const server = await startServer(place);
    await index(server, 'The zebra crossed at noon.', 'z');
    await server.end();
    damage(storePath(place));
    return { place, bytes: readFileSync(storePath(place)) };
  }

  test('db-023 is told once in the next tool reply and once by stats, and stays beside whole', async () => {
    const { place, bytes } = await damagedPlace();
    const server = await startServer(place);
    const replies = [
      await index(server, 'quagga', 'q'),
      await search(server, 'quagga'),
      await search(server, 'quagga'),
    ];
    const [aside = ''] = asideOf(place);
    expect(asideOf(place)).toHaveLength(1);
    expect(replies.map(({ isError, text }) => [isError, text.includes(aside)])).toEqual([
      [false, true],
      [false, false],
      [false, false],
    ]);
    const told = (await runCli(place, 'stats')).stdout;
    expect([told, (await runCli(place, 'stats')).stdout].map((text) => text.includes(aside))).toEqual([
      true,
      false,
    ]);
    expect(readFileSync(join(dirname(storePath(place)), aside)).equals(bytes)).toBe(true);
  });

  test('db-023 ctx_stats tells it once', async () => {
    const { place } = await damagedPlace();
    const server = await startServer(place);
    const first = await server.call('ctx_stats');
    const [aside = 'no file beside'] = asideOf(place);
    expect([first.isError, first.text]).toEqual([false, expect.stringContaining(aside)]);
    expect(first.text.split(aside)).toHaveLength(2);
    expect((await server.call('ctx_stats')).text).not.toContain(aside);
  });

  test('db-023 an execution still gives its output, with the notice in front', async () => {
    const { place } = await damagedPlace();
    const server = await startServer(place);
    const answer = await server.call('ctx_execute', { language: 'shell', code: 'echo ran' });
    expect([answer.isError, answer.text]).toEqual([false, expect.stringMatching(/damaged[\s\S]*ran/)]);
    expect((await server.call('ctx_execute', { language: 'shell', code: 'echo ran' })).text).not.toContain(
      'damaged',
    );
  });

  test('db-023 two servers find it at once: one file is set aside, both go on with one new store', async () => {
    const { place } = await damagedPlace();
    const servers = [await startServer(place), await startServer(place)];
    const answers = await Promise.all(servers.map((server, n) => index(server, `text ${n}`, `d-${n}`)));
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(asideOf(place)).toHaveLength(1);
    expect(await readStats(place)).toMatchObject({ sources: 2 });
  });

  test('db-023 a store that is no database, and one that is cut in half', async () => {
    for (const spoil of [
      (path: string) => writeFileSync(path, 'this is no database, but a letter to the captain\n'.repeat(100)),
      (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 20_000)),
    ]) {
      const place = makePlace();
      const first = await startServer(place);
      await index(first, 'zebra', 'z');
      await first.end();
      spoil(storePath(place));
      const size = statSync(storePath(place)).size;
      const server = await startServer(place);
      expect((await index(server, 'quagga', 'q')).isError).toBe(false);
      const [aside = ''] = asideOf(place);
      expect(statSync(join(dirname(storePath(place)), aside)).size).toBe(size);
    }
  });
});

test('db-023 the store vanishes under a running server: the next call has a new one', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await index(server, 'zebra', 'z');
  const path = storePath(place);
  renameSync(dirname(path), join(place.root, basename(dirname(path))));
  expect((await index(server, 'quagga', 'q')).isError).toBe(false);
  expect((await search(server, 'quagga')).text).toContain('quagga');
});
