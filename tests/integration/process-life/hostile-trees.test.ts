import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DIST } from '../../helpers/product/bundles.ts';
import { HOSTILE_TREES } from '../../helpers/product/hostile-tree.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn } from '../../helpers/product/places.ts';
import { guardsOf, isAlive, markedSleep, waitFor } from '../../helpers/product/processes.ts';

/** From the end of the run, or of the server, until nothing of it lives. */
const GONE_LIMIT_MS = 1_000;
/** A tree may start something anew while it is being ended: what is gone has to stay gone. */
const STAYS_GONE_MS = 150;

function startRun(server: LineClient, code: string): void {
  const params = { name: 'ctx_execute', arguments: { language: 'shell', code } };
  server.send({ jsonrpc: '2.0', id: 'run', method: 'tools/call', params });
}

type Sleep = ReturnType<typeof markedSleep>;

async function expectGone(sleep: Sleep): Promise<void> {
  await waitFor('the tree is gone', () => sleep.pids().length === 0, GONE_LIMIT_MS);
  await delay(STAYS_GONE_MS);
  expect(sleep.pids()).toEqual([]);
}

const isThere = (sleep: Sleep): Promise<number> =>
  waitFor('the tree is there', () => sleep.pids().length > 0, 5_000);

// Elsewhere the groups of processes are ended, and what left them is not known.
describe.skipIf(process.platform !== 'linux').each(HOSTILE_TREES)(
  'nothing outlives its run: %s',
  (_what, tree) => {
    test('after the time limit', async () => {
      const server = await startServer(makePlace());
      const sleep = markedSleep();
      const args = { language: 'shell', code: tree(sleep.command), timeout_ms: 700 };
      const answer = await server.call('ctx_execute', args);
      expect(answer.data).toMatchObject({ timed_out: true });
      // It is over when the answer comes.
      expect(sleep.pids()).toEqual([]);
      await expectGone(sleep);
    });

    test('after the call was cancelled', async () => {
      const server = await startServer(makePlace());
      const sleep = markedSleep();
      startRun(server, tree(sleep.command));
      await isThere(sleep);
      server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'run' } });
      // Two of these seconds are given to what does not listen.
      await waitFor('the tree is gone', () => sleep.pids().length === 0, 3_000);
      await expectGone(sleep);
    });

    test('after the client left', async () => {
      const server = await startServer(makePlace());
      const sleep = markedSleep();
      startRun(server, tree(sleep.command));
      await isThere(sleep);
      await server.end();
      await expectGone(sleep);
    });

    test('after the server was killed; its scratch folder goes, too', async () => {
      const place = makePlace();
      const server = await startServer(place);
      const sleep = markedSleep();
      startRun(server, tree(sleep.command));
      await isThere(sleep);
      const guards = guardsOf(server.pid);
      expect(guards).toHaveLength(1);
      await server.kill();
      await expectGone(sleep);
      await waitFor(
        'the scratch folder is gone',
        () => namesIn(place.data, 'scratch').length === 0,
        GONE_LIMIT_MS,
      );
      await waitFor('the guard is gone', () => !guards.some(isAlive), GONE_LIMIT_MS);
    });
  },
);

describe.skipIf(process.platform !== 'linux')('runs beside each other', () => {
  test('the end of one leaves the other alone, and what the first one hid is gone with the last', async () => {
    const server = await startServer(makePlace());
    const [kept, hidden] = [markedSleep(), markedSleep()];
    startRun(server, `${kept.command}; true`);
    await isThere(kept);
    const code = `(env -i setsid ${hidden.command} </dev/null >/dev/null 2>&1 &); sleep 1000`;
    await server.call('ctx_execute', { language: 'shell', code, timeout_ms: 300 });
    await delay(STAYS_GONE_MS);
    expect(kept.pids()).toHaveLength(1);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'run' } });
    await expectGone(kept);
    await expectGone(hidden);
  });

  test('many short runs in a row, each beside the sweep of the one before, all come to their end', async () => {
    const server = await startServer(makePlace());
    const code = '(env -i setsid sleep 0.3 </dev/null >/dev/null 2>&1 &); sh -c "sh -c \\"echo through\\""';
    for (let n = 0; n < 30; n += 1)
      expect((await server.call('ctx_execute', { language: 'shell', code })).text).toContain('through');
  });

  test('a server inside a run of another one goes with that run, and so do its own runs', async () => {
    const outer = await startServer(makePlace());
    const inner = makePlace();
    const sleep = markedSleep();
    const call = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'ctx_execute',
        arguments: { language: 'shell', code: `env -i setsid ${sleep.command}` },
      },
    });
    const hello = JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'inner', version: '1' },
      },
    });
    const server = join(DIST, 'server.mjs');
    const code = `export PLIMSOLL_HOME='${inner.data}'; (printf '%s\\n' '${hello}' '${call}'; sleep 1000) | '${process.execPath}' '${server}'`;
    void outer.call('ctx_execute', { language: 'shell', code, timeout_ms: 4_000 }).catch(() => undefined);
    await isThere(sleep);
    await outer.kill();
    await expectGone(sleep);
  });
});
