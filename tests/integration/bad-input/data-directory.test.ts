import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentOf, hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';
import { canMount, mountReadOnly, mountTmpfs } from '../../helpers/store/fixtures.ts';

const ECHO = { language: 'shell', code: 'echo still here' };
const LONG = { language: 'shell', code: 'seq 1 200000' };

/** Tools that need the store say plainly which path is at fault and what to do about it. */
async function expectPlainErrors(server: LineClient, path: string, advice: RegExp): Promise<void> {
  for (const [name, args] of [
    ['ctx_index', { content: 'zebra '.repeat(50_000), source: 'z' }],
    ['ctx_search', { queries: ['zebra'] }],
    ['ctx_stats', {}],
    ['ctx_read', { id: '#1' }],
  ] as const) {
    const answer = await server.call(name, args);
    expect([name, answer.isError, answer.text]).toEqual([name, true, expect.stringContaining(path)]);
    expect([name, answer.text]).toEqual([name, expect.stringMatching(advice)]);
    expect([name, answer.data.error]).not.toEqual([name, 'INTERNAL']);
  }
}

/** Code runs and its output comes back, long or short, whatever the data directory does. */
async function expectOutput(server: LineClient): Promise<void> {
  const short = await server.call('ctx_execute', ECHO);
  expect(short).toMatchObject({ isError: false, text: expect.stringContaining('still here') });
  const long = await server.call('ctx_execute', LONG);
  expect([long.isError, long.text]).toEqual([false, expect.stringContaining('200000')]);
  expect(long.data.exit_code).toBe(0);
}

async function expectSilentHook(place: Place): Promise<void> {
  expect(await runHook(place, { input: hookPayload(place) })).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  const input = hookPayload(place, { source: 'startup' });
  const start = await runHook(place, { input, args: ['claude-code', 'SessionStart'] });
  expect(start).toMatchObject({ exitCode: 0, stderr: '' });
  expect(documentOf(start.stdout)).toBeTypeOf('object');
}

test('a file where the folder should be: plain errors, output all the same, and all is well once it is gone', async () => {
  const place = makePlace();
  writeFileSync(place.data, 'not a folder');
  const server = await startServer(place);
  await expectPlainErrors(server, place.data, /remove the file|PLIMSOLL_HOME/i);
  await expectOutput(server);
  await expectSilentHook(place);
  rmSync(place.data);
  expect(await server.call('ctx_index', { content: 'zebra', source: 'z' })).toMatchObject({ isError: false });
});

test('a file where a folder inside should be: output all the same', async () => {
  const place = makePlace();
  mkdirSync(place.data);
  writeFileSync(join(place.data, 'scratch'), '');
  writeFileSync(join(place.data, 'projects'), '');
  const server = await startServer(place);
  await expectPlainErrors(server, join(place.data, 'projects'), /remove the file|PLIMSOLL_HOME/i);
  await expectOutput(server);
});

describe.skipIf(!canMount)('on mounted file systems', () => {
  test('a read-only data directory: plain errors, output all the same, silent hooks', async () => {
    const place = makePlace();
    const real = join(place.root, 'real');
    for (const folder of [real, place.data]) mkdirSync(folder);
    mountReadOnly(real, place.data);
    const server = await startServer(place);
    await expectPlainErrors(server, place.data, /make .* writable|PLIMSOLL_HOME/i);
    await expectOutput(server);
    await expectSilentHook(place);
  });

  test('a disk that is full from the start: plain errors, output all the same, silent hooks', async () => {
    const place = makePlace();
    mkdirSync(place.data);
    mountTmpfs(place.data, '64k');
    writeUntilFull(join(place.data, 'ballast'));
    const server = await startServer(place);
    await expectPlainErrors(server, place.data, /free some space/i);
    await expectOutput(server);
    await expectSilentHook(place);
  });

  test('a disk that fills up during a session: what is stored stays readable, and it goes on once there is room', async () => {
    const place = makePlace();
    mkdirSync(place.data);
    mountTmpfs(place.data, '4m');
    const server = await startServer(place);
    await server.call('ctx_index', { content: 'The zebra crossed at noon.', source: 'z' });
    writeUntilFull(join(place.data, 'ballast'));
    const index = await server.call('ctx_index', { content: 'quagga '.repeat(100_000), source: 'q' });
    expect(index).toMatchObject({ isError: true, text: expect.stringContaining(place.data) });
    expect(index.text).toMatch(/free some space/i);
    expect((await server.call('ctx_search', { queries: ['zebra'] })).text).toContain('at noon');
    await expectOutput(server);
    await expectSilentHook(place);
    rmSync(join(place.data, 'ballast'));
    expect(await server.call('ctx_index', { content: 'okapi', source: 'o' })).toMatchObject({
      isError: false,
    });
    expect((await server.call('ctx_search', { queries: ['okapi'] })).text).toContain('okapi');
  });
});

function writeUntilFull(file: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
    }
  }
}
