import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hookPayload, runHook } from '../helpers/product/hook-runner.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place, storePath } from '../helpers/product/places.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const long = { language: 'shell', code: 'seq 1 100000' };

function expectPrivate(place: Place): void {
  expect(modeOf(place.data)).toBe(0o700);
  for (const name of readdirSync(place.data, { recursive: true }) as string[]) {
    const path = join(place.data, name);
    const stat = statSync(path);
    // Rights of others are what matters; the names are for the message.
    expect([name, stat.mode & 0o077]).toEqual([name, 0]);
    if (stat.isFile()) expect([name, stat.mode & 0o777]).toEqual([name, 0o600]);
  }
}

test.each([0, 0o022, 0o077])('fs-444 folders are 0700 and files 0600 with the umask %o', async (mask) => {
  const place = makePlace();
  const before = process.umask(mask);
  try {
    const server = await startServer(place);
    await server.call('ctx_execute', long);
    await server.call('ctx_execute', { language: 'shell', code: 'head -c 5000 /dev/urandom' });
    await server.call('ctx_index', { content: 'zebra', source: 'z' });
    await runHook(place, { input: hookPayload(place) });
    await runHook(place, { input: '{', args: ['claude-code', 'Nonsense'] });
    expectPrivate(place);
  } finally {
    process.umask(before);
  }
});

test('fs-447 a data directory that is a link to a folder that others use is refused, and nothing is written there', async () => {
  const place = makePlace();
  const shared = join(place.root, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o755);
  symlinkSync(shared, place.data);
  const server = await startServer(place);
  const answer = await server.call('ctx_index', { content: 'zebra', source: 'z' });
  expect(answer).toMatchObject({ isError: true, data: { error: 'HOME_UNUSABLE' } });
  expect(answer.text).toContain('is a link to a folder that others can enter');
  expect((await runHook(place, { input: hookPayload(place) })).exitCode).toBe(0);
  expect(namesIn(shared)).toEqual([]);
});

test('a data directory that is a link to a private folder of the user is used', async () => {
  const place = makePlace();
  const moved = join(place.root, 'moved');
  mkdirSync(moved, { mode: 0o700 });
  symlinkSync(moved, place.data);
  const server = await startServer(place);
  expect((await server.call('ctx_index', { content: 'zebra', source: 'z' })).isError).toBe(false);
  expect(existsSync(join(moved, 'projects'))).toBe(true);
  chmodSync(moved, 0o755);
  expect((await (await startServer(place)).call('ctx_search', { queries: ['zebra'] })).isError).toBe(true);
});

test('a data directory that is a link to nothing is refused', async () => {
  const place = makePlace();
  symlinkSync(join(place.root, 'gone'), place.data);
  const server = await startServer(place);
  const answer = await server.call('ctx_index', { content: 'zebra', source: 'z' });
  expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining('leads nowhere')]);
  expect(existsSync(join(place.root, 'gone'))).toBe(false);
});

test('a stored original that became a link is not followed', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const { data } = await server.call('ctx_index', { content: 'zebra crossing\n', source: 'z' });
  const secret = join(place.root, 'secret.txt');
  writeFileSync(secret, 'zebra secret\n');
  const project = join(storePath(place), '..');
  const file = join(project, 'out', `${String(data.id).slice(1)}.txt`);
  rmSync(file);
  symlinkSync(secret, file);
  const read = await server.call('ctx_read', { id: String(data.id) });
  expect([read.isError, read.data.error]).toEqual([true, 'ORIGINAL_GONE']);
  const found = await server.call('ctx_search', { queries: ['zebra'] });
  expect(JSON.stringify([read, found])).not.toContain('zebra secret');
});

test('links and pipes in the spool are neither written nor read', async () => {
  const place = makePlace();
  await runHook(place, { input: hookPayload(place) });
  const spool = join(place.data, 'spool');
  const [name = ''] = namesIn(spool);
  const target = join(place.root, 'target.jsonl');
  renameSync(join(spool, name), target);
  const before = readFileSync(target);
  symlinkSync(target, join(spool, name));
  expect(await runHook(place, { input: hookPayload(place) })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(target)).toEqual(before);
  const server = await startServer(place);
  const events = await server.call('ctx_search', { kind: 'event' });
  expect([events.isError, events.data.total]).toEqual([false, 0]);
});
