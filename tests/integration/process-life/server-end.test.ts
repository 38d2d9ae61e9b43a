import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DIST } from '../../helpers/product/bundles.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place } from '../../helpers/product/places.ts';
import { isAlive, isPosix, markedSleep, processesWith, waitFor } from '../../helpers/product/processes.ts';

/** From the end of the connection, or the signal, to the end of the process. */
const END_LIMIT_MS = 1_000;

/** What runs while the server ends: the shell code around a long sleep. */
const RUNS: readonly (readonly [string, (sleep: string) => string])[] = [
  ['a plain child', (sleep) => `${sleep}; true`],
  ['a grandchild in the background', (sleep) => `bash -c '${sleep} & wait'; true`],
  ['a child that ignores SIGTERM', (sleep) => `trap '' TERM HUP INT; ${sleep}; true`],
  ['a child in a session of its own', (sleep) => `setsid ${sleep} & wait; true`],
  [
    'a daemon with its own session and no pipes',
    (sleep) => `(setsid ${sleep} </dev/null >/dev/null 2>&1 &) ; sleep 1000`,
  ],
];

/** How the server is made to end. */
const ENDS: readonly (readonly [string, (server: LineClient) => void])[] = [
  ['stdin ends', (server) => server.child.stdin.end()],
  ['SIGTERM', (server) => server.child.kill('SIGTERM')],
  ['SIGINT', (server) => server.child.kill('SIGINT')],
  ['SIGHUP', (server) => server.child.kill('SIGHUP')],
];

const executeLater = (server: LineClient, code: string): void =>
  server.send({
    jsonrpc: '2.0',
    id: 'run',
    method: 'tools/call',
    params: { name: 'ctx_execute', arguments: { language: 'shell', code } },
  });

describe.skipIf(!isPosix)('a server that ends', () => {
  test.each(ENDS)('%s: gone within a second, used or not', async (_how, end) => {
    for (const isUsed of [false, true]) {
      const server = await startServer(makePlace());
      if (isUsed) await useEveryTool(server);
      const fromMs = performance.now();
      end(server);
      const exit = await server.exited;
      expect(exit.code).toBe(0);
      expect(exit.atMs - fromMs).toBeLessThan(END_LIMIT_MS);
    }
  });

  const matrix = ENDS.slice(0, 2).flatMap(([how, end]) =>
    RUNS.map(([what, code]) => [how, what, end, code] as const),
  );
  test.each(matrix)('%s while %s runs: neither is left', async (_how, _what, end, code) => {
    const place = makePlace();
    const server = await startServer(place);
    const sleep = markedSleep();
    executeLater(server, code(sleep.command));
    await waitFor('the run has begun', () => sleep.pids().length === 1, 5_000);
    const fromMs = performance.now();
    end(server);
    expect((await server.exited).atMs - fromMs).toBeLessThan(END_LIMIT_MS);
    await waitFor('the run is gone', () => sleep.pids().length === 0, 500);
    expect(namesIn(place.data, 'scratch')).toEqual([]);
  });

  test('half a line and then the end: gone within a second', async () => {
    for (const half of ['{"jsonrpc":"2.0","id":1,"meth', '{', '\n', '']) {
      const server = await startServer(makePlace(), { clientName: null });
      server.write(half);
      const fromMs = performance.now();
      const exit = await server.end();
      expect(exit.code).toBe(0);
      // The start of the process is part of this time.
      expect(exit.atMs - fromMs).toBeLessThan(END_LIMIT_MS + 500);
    }
  });

  test('stdout is closed by a client that stays: the server ends at its next answer', async () => {
    const server = await startServer(makePlace());
    server.child.stdout.destroy();
    const fromMs = performance.now();
    server.send({ jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} });
    expect((await server.exited).atMs - fromMs).toBeLessThan(END_LIMIT_MS);
  });

  test('its parent is killed while somebody else holds the pipes open: server and run are gone', async () => {
    const place = makePlace();
    const sleep = markedSleep();
    const { parent, serverPid } = await startBelowParent(place, sleep.command);
    await waitFor('the run has begun', () => sleep.pids().length === 1, 5_000);
    parent.kill('SIGKILL');
    await waitFor('the server is gone', () => !isAlive(serverPid), END_LIMIT_MS);
    await waitFor('the run is gone', () => sleep.pids().length === 0, 500);
  });
});

async function useEveryTool(server: LineClient): Promise<void> {
  for (const [name, args] of [
    ['ctx_execute', { language: 'shell', code: 'seq 1 50000' }],
    ['ctx_index', { content: 'zebra '.repeat(40_000), source: 'z' }],
    ['ctx_search', { queries: ['zebra'] }],
    ['ctx_read', { id: '#1' }],
    ['ctx_stats', {}],
  ] as const)
    expect(await server.call(name, args)).toMatchObject({ isError: false });
}

/** A parent that starts the server with its own stdin and stdout, which the test keeps open, and then only waits. */
async function startBelowParent(
  place: Place,
  command: string,
): Promise<{ readonly parent: ChildProcessWithoutNullStreams; readonly serverPid: number }> {
  const bundle = join(DIST, 'server.mjs');
  const program = `
    const { spawn } = require('node:child_process');
    spawn(process.execPath, [${JSON.stringify(bundle)}, ${JSON.stringify(place.root)}], { stdio: 'inherit' });
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['-e', program], { cwd: place.project, env: place.env });
  const find = (): readonly number[] => processesWith(`${bundle} ${place.root}`);
  onTestFinished(() => {
    for (const pid of [parent.pid ?? 0, ...find()]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  await waitFor('the server has started', () => find().length === 1, 5_000);
  const call = { name: 'ctx_execute', arguments: { language: 'shell', code: `${command}; true` } };
  parent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`);
  return { parent, serverPid: find()[0] ?? 0 };
}
