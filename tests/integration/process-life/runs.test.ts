import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn } from '../../helpers/product/places.ts';
import { guardsOf, isPosix, markedSleep, residentBytes, waitFor } from '../../helpers/product/processes.ts';

const MIB = 1024 * 1024;
const shell = (code: string, more: object = {}): object => ({ language: 'shell', code, ...more });

describe.skipIf(!isPosix)('a run that ends', () => {
  test.each<readonly [string, (sleep: string) => string]>([
    ['a plain child', (sleep) => `${sleep}; true`],
    ['children in the background', (sleep) => `bash -c '${sleep} & ${sleep} & wait'; true`],
    ['a child that ignores SIGTERM', (sleep) => `trap '' TERM; ${sleep}; true`],
    ['a child in a session of its own', (sleep) => `setsid ${sleep} & wait; true`],
  ])('by its time limit, with %s: the whole tree is dead when the answer comes', async (_what, code) => {
    const server = await startServer(makePlace());
    const sleep = markedSleep();
    const answer = await server.call('ctx_execute', shell(code(sleep.command), { timeout_ms: 400 }));
    expect(answer.data).toMatchObject({ timed_out: true });
    expect(answer.text).toContain('timed out');
    await waitFor('the tree is gone', () => sleep.pids().length === 0, 500);
  });

  test.each<readonly [string, (sleep: string) => string]>([
    ['a background child that holds the pipes', (sleep) => `${sleep} & echo done`],
    ['a background child without pipes', (sleep) => `${sleep} >/dev/null 2>&1 & echo done`],
    ['one that ignores hang-ups', (sleep) => `nohup ${sleep} >/dev/null 2>&1 & echo done`],
    ['one in a session of its own', (sleep) => `setsid ${sleep} >/dev/null 2>&1 & echo done`],
    ['a daemon', (sleep) => `(setsid ${sleep} </dev/null >/dev/null 2>&1 &); echo done`],
  ])('by itself, leaving %s: that is gone when the answer comes', async (_what, code) => {
    const server = await startServer(makePlace());
    const sleep = markedSleep();
    const answer = await server.call('ctx_execute', shell(code(sleep.command)));
    expect([answer.isError, answer.text]).toEqual([false, expect.stringContaining('done')]);
    await waitFor('the background child is gone', () => sleep.pids().length === 0, 500);
  });

  test('40 runs at once: the scratch folder is empty afterwards, TMPDIR untouched', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const code = shell('echo left > "$TMPDIR/left"; mktemp -d >/dev/null; echo ran');
    await Promise.all(Array.from({ length: 40 }, () => server.call('ctx_execute', code)));
    await waitFor('the scratch folder is empty', () => namesIn(place.data, 'scratch').length === 0, 1_000);
    expect(namesIn(place.temp)).toEqual([]);
  });

  test('what a server left that was killed together with its guard is removed from the scratch folder by a later one', async () => {
    const place = makePlace();
    const first = await startServer(place);
    const sleep = markedSleep();
    void first
      .call('ctx_execute', shell(`echo x > "$TMPDIR/x"; ${sleep.command}; true`))
      .catch(() => undefined);
    await waitFor('the run has begun', () => sleep.pids().length === 1, 5_000);
    for (const pid of guardsOf(first.pid)) process.kill(pid, 'SIGKILL');
    await first.kill();
    expect(namesIn(place.data, 'scratch')).toHaveLength(1);
    await startServer(place);
    await waitFor('the scratch folder is empty', () => namesIn(place.data, 'scratch').length === 0, 6_000);
  });
});

describe.skipIf(process.platform !== 'linux')('a run without end of output', () => {
  test('is stopped at 256 MB; memory and disk stay bounded and are given back', {
    timeout: 120_000,
  }, async () => {
    const place = makePlace();
    const server = await startServer(place);
    let [mostDisk, mostMemory] = [0, 0];
    const watch = setInterval(() => {
      mostDisk = Math.max(mostDisk, bytesBelow(join(place.data, 'scratch')));
      mostMemory = Math.max(mostMemory, residentBytes(server.pid));
    }, 50);
    const startMs = performance.now();
    const answer = await server.call('ctx_execute', shell('yes')).finally(() => clearInterval(watch));
    const tookMs = performance.now() - startMs;
    console.info(
      `256 MB of output: ${Math.round(tookMs)} ms, ${Math.round(mostDisk / MIB)} MB on disk, ${Math.round(mostMemory / MIB)} MB resident`,
    );
    expect([answer.isError, answer.text]).toEqual([false, expect.stringContaining('stopped after 256 MB')]);
    expect(tookMs).toBeLessThan(60_000);
    expect(mostDisk).toBeLessThan(300 * MIB);
    expect(mostMemory).toBeLessThan(600 * MIB);
    expect(await server.call('ctx_execute', shell('echo next'))).toMatchObject({ isError: false });
    await waitFor('the scratch folder is empty', () => namesIn(place.data, 'scratch').length === 0, 2_000);
  });

  test('does not hold up hooks and other calls while it is taken in', { timeout: 60_000 }, async () => {
    const server = await startServer(makePlace());
    const run = server.call('ctx_execute', shell('yes "some line of a log" | head -c 64M'));
    let isOver = false;
    void run.finally(() => {
      isOver = true;
    });
    let slowestMs = 0;
    while (!isOver) {
      const startMs = performance.now();
      await server.call('hook_event', { event: 'PreToolUse', session_id: 's', tool_name: 'Bash' });
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    await run;
    console.info(`slowest hook beside 64 MB of output: ${Math.round(slowestMs)} ms`);
    expect(slowestMs).toBeLessThan(2_000);
  });
});

function bytesBelow(folder: string): number {
  return namesIn(folder)
    .flatMap((name) => namesIn(folder, name).map((file) => join(folder, name, file)))
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
