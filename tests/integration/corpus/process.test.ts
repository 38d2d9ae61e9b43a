import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyProduct, DIST } from '../../helpers/product/bundles.ts';
import { HOOK_LIMIT_MS, hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn } from '../../helpers/product/places.ts';
import {
  isPosix,
  markedSleep,
  processesWith,
  residentBytes,
  waitFor,
} from '../../helpers/product/processes.ts';

/** Where memory can be read from /proc. */
const isLinux = process.platform === 'linux';
const MIB = 1024 * 1024;
const END_LIMIT_MS = 1_000;
const shell = (code: string): object => ({ language: 'shell', code });

async function useEveryTool(server: LineClient): Promise<void> {
  for (const [name, args] of [
    ['ctx_execute', shell('seq 1 50000')],
    ['ctx_execute', { language: 'javascript', code: 'console.log(1)' }],
    ['ctx_execute', { ...shell('sleep 60'), background: true }],
    ['ctx_jobs', { action: 'tail', id: 'job-1' }],
    ['ctx_batch_execute', { commands: ['echo one', 'echo two'], queries: ['one'] }],
    ['ctx_execute_file', { ...shell('wc -c "$FILE_PATH"'), path: process.execPath }],
    ['ctx_index', { content: 'zebra '.repeat(40_000), source: 'z' }],
    ['ctx_search', { queries: ['zebra'] }],
    ['ctx_read', { id: '#1' }],
    ['ctx_stats', {}],
  ] as const)
    expect([name, await server.call(name, args)]).toEqual([
      name,
      expect.objectContaining({ isError: false }),
    ]);
}

/** Starts a run that lasts until somebody ends it. */
function startRun(server: LineClient, id: string, code: string): void {
  const params = { name: 'ctx_execute', arguments: shell(code) };
  server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

describe.skipIf(!isPosix)('processes', () => {
  test('process-001 every tool is used once, the connection is closed: no process and no pid file is left', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await useEveryTool(server);
    const fromMs = performance.now();
    const exit = await server.end();
    expect([exit.code, exit.atMs - fromMs < END_LIMIT_MS]).toEqual([0, true]);
    expect(processesWith(place.root)).toEqual([]);
    const files = [place.data, place.home, place.temp].flatMap((folder) => namesIn(folder));
    expect(files.filter((name) => /pid|lock|sock/i.test(name))).toEqual([]);
  });

  test('process-008 a hook and a server whose reader is gone end and do not spin', async () => {
    const place = makePlace();
    const args = ['claude-code', 'SessionStart'];
    const hook = await runHook(place, {
      args,
      input: hookPayload(place, { source: 'startup' }),
      closeStdout: true,
    });
    expect(hook).toMatchObject({ exitCode: 0, stderr: '' });
    expect(hook.durationMs).toBeLessThan(HOOK_LIMIT_MS);
    const server = await startServer(place);
    server.child.stdout.destroy();
    server.child.stderr.destroy();
    const fromMs = performance.now();
    for (let n = 0; n < 20; n += 1)
      server.send({ jsonrpc: '2.0', id: `x${n}`, method: 'tools/list', params: {} });
    expect((await server.exited).atMs - fromMs).toBeLessThan(END_LIMIT_MS);
  });

  test('process-010 runs that were started in a row are all known, and all end at shutdown', async () => {
    const server = await startServer(makePlace());
    const sleeps = [markedSleep(), markedSleep(), markedSleep()];
    sleeps.forEach(({ command }, n) => {
      startRun(server, `run-${n}`, `${command}; true`);
    });
    await waitFor('all run', () => sleeps.every(({ pids }) => pids().length === 1), 5_000);
    await server.end();
    await waitFor('all are gone', () => sleeps.every(({ pids }) => pids().length === 0), 500);
  });

  test('process-011 half a line and then the end of stdin: gone within a second', async () => {
    const server = await startServer(makePlace(), { clientName: null });
    server.write('{"jsonrpc":"2.0","id":1,"method":"initi');
    // The server must be up before the second is counted.
    await sleep(300);
    const fromMs = performance.now();
    const exit = await server.end();
    expect(exit.code).toBe(0);
    expect(exit.atMs - fromMs).toBeLessThan(END_LIMIT_MS);
  });

  test('process-015 the client closes only the connection and lives on: the server ends', async () => {
    const server = await startServer(makePlace());
    await useEveryTool(server);
    const fromMs = performance.now();
    expect((await server.end()).atMs - fromMs).toBeLessThan(END_LIMIT_MS);
  });

  test('process-018 the pipe is closed while a run sleeps: server and sleep are gone', async () => {
    const server = await startServer(makePlace());
    const sleeping = markedSleep();
    startRun(server, 'run', sleeping.command);
    await waitFor('it sleeps', () => sleeping.pids().length === 1, 5_000);
    const fromMs = performance.now();
    expect((await server.end()).atMs - fromMs).toBeLessThan(END_LIMIT_MS);
    await waitFor('the sleep is gone', () => sleeping.pids().length === 0, 500);
  });
});

/** One server alone holds some 75 MB (npm run bench server-memory); twenty that indexed at once hold more. */
const LIMIT_MB = 90;

test.skipIf(!isLinux)('process-005 20 sessions at once: each idle server stays within 90 MB', async () => {
  const place = makePlace();
  const servers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const server = await startServer(place);
      await server.call('ctx_index', {
        content: `zebra ${server.pid} `.repeat(2_000),
        source: `z-${server.pid}`,
      });
      await server.call('ctx_search', { queries: ['zebra'] });
      await server.call('hook_event', {
        event: 'PreToolUse',
        session_id: `s-${server.pid}`,
        tool_name: 'Bash',
      });
      return server;
    }),
  );
  const resident = (): number[] => servers.map(({ pid }) => residentBytes(pid)).sort((a, b) => b - a);
  await waitFor('all are idle', () => (resident()[0] ?? 0) <= LIMIT_MB * MIB, 25_000).catch(() => undefined);
  const [most = 0, ...others] = resident().map((bytes) => Math.round(bytes / MIB));
  console.info(`20 idle servers: ${others.at(-1)} to ${most} MB resident`);
  expect(most).toBeLessThanOrEqual(LIMIT_MB);
});

test('process-013 work that fails inside the server is an error reply; the server lives', async () => {
  const place = makePlace();
  const folder = copyProduct(join(place.root, 'plugin'), { without: ['worker.mjs'] });
  writeFileSync(join(folder, 'dist', 'worker.mjs'), 'throw new Error("no worker today")');
  const server = await startServer(place, {
    command: [process.execPath, join(folder, 'dist', 'server.mjs')],
  });
  for (let n = 0; n < 3; n += 1) {
    const answer = await server.call('ctx_index', { content: `zebra ${n} `.repeat(50_000), source: `z${n}` });
    expect(answer).toMatchObject({ isError: true, data: { error: 'WORKER_FAILED' } });
    expect(answer.text).toContain('worker');
  }
  const unknown = await server.call('ctx_read', { id: '#4711' });
  expect(unknown).toMatchObject({ isError: true, data: { error: 'HANDLE_UNKNOWN' } });
  expect(await server.call('ctx_execute', shell('echo alive'))).toMatchObject({ isError: false });
});

test('process-014 half an hour without a call, then a call: it is answered', async () => {
  const place = makePlace();
  // The server's timers run 1,000 times as fast: three seconds are 50 minutes.
  const preload = join(place.root, 'fast-timers.mjs');
  writeFileSync(
    preload,
    `for (const name of ['setTimeout', 'setInterval']) {
       const real = globalThis[name];
       globalThis[name] = (call, ms = 0, ...args) => real(call, ms / 1000, ...args);
     }`,
  );
  const bundle = join(DIST, 'server.mjs');
  const command = [process.execPath, '--import', pathToFileURL(preload).href, bundle] as const;
  const server = await startServer(place, { command: [...command] });
  await server.call('ctx_index', { content: 'The zebra crossed at noon.', source: 'z' });
  await sleep(3_000);
  expect((await server.call('ctx_search', { queries: ['zebra'] })).text).toContain('noon');
});

test('process-016 brackets, lone surrogates, escape sequences, 1 MB of random bytes: the reply is valid, the next call works', async () => {
  const server = await startServer(makePlace());
  for (const code of [
    'console.log("[[[{{{]]]}}}\\"\\\\")',
    'process.stdout.write(JSON.stringify("\\ud800 \\udfff") + "\\ud83d")',
    'process.stdout.write("\\u001b[31mred\\u001b[0m \\u001b]0;title\\u0007 \\u001b[2J\\u001b[999;999H \\u009b31m")',
    'process.stdout.write(require("node:crypto").randomBytes(1 << 20))',
    'process.stderr.write(require("node:crypto").randomBytes(1 << 20))',
    'process.stdout.write("\\0".repeat(1000) + "\\r\\r\\r\\b\\b\\u2028\\u2029\\ufeff")',
    'process.stdout.write(Buffer.from([0xf0, 0x9f]))',
    'process.stdout.write("{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}\\n".repeat(10))',
    'process.stdout.write("x".repeat(2_000_000))',
  ]) {
    const answer = await server.call('ctx_execute', { language: 'javascript', code });
    expect([code, answer.isError, answer.data.exit_code]).toEqual([code, false, 0]);
    expect(answer.text).not.toContain('\u001b');
    expect(Buffer.from(answer.text).toString()).toBe(answer.text);
  }
  expect((await server.call('ctx_execute', shell('echo next'))).text).toContain('next');
});

test('process-017 100 runs: the scratch folder is empty afterwards', async () => {
  const place = makePlace();
  const server = await startServer(place);
  for (let n = 0; n < 100; n += 1) {
    const code = n % 10 === 0 ? 'seq 1 100000' : n % 10 === 1 ? 'exit 3' : 'echo x > "$TMPDIR/x"';
    await server.call('ctx_execute', shell(code));
  }
  await waitFor('it is empty', () => namesIn(place.data, 'scratch').length === 0, 1_000);
  await server.end();
  expect([namesIn(place.temp), namesIn(place.project), namesIn(place.home)]).toEqual([[], [], []]);
});
