import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DIST } from '../../helpers/product/bundles.ts';
import { type LineClient, startServer, type ToolAnswer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';
import { isPosix, waitFor } from '../../helpers/product/processes.ts';

const shell = (code: string, more: object = {}): object => ({ language: 'shell', code, ...more });
const results = ({ data }: ToolAnswer) => data.results as readonly Readonly<Record<string, unknown>>[];

/** The answer to ctx_execute, which must be no error. */
async function run(server: LineClient, code: string, more: object = {}): Promise<ToolAnswer> {
  const answer = await server.call('ctx_execute', shell(code, more));
  expect(answer).toMatchObject({ isError: false });
  return answer;
}

describe.skipIf(!isPosix)('an exit code is data', () => {
  test('exec-011 grep that finds nothing is a result: exit code 1 and what it printed', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'f'), 'abc\n');
    const server = await startServer(place);
    for (const [code, output] of [
      ['grep -c zzz f', '0'],
      ['grep zzz f', ''],
      ['diff f /dev/null', '1d0\n< abc'],
      ['test -d f', ''],
    ]) {
      const { text, data } = await run(server, code ?? '');
      expect(text).toMatch(/^\[exit 1, [^\]]*\]/);
      expect(text.split('\n').slice(1).join('\n')).toBe(output);
      expect(data).toMatchObject({ exit_code: 1, timed_out: false });
    }
  });

  test('exec-012 the exit code and the message on stderr are both shown', async () => {
    const server = await startServer(makePlace());
    const { text, data } = await run(server, 'find missing-dir -name x');
    expect(text).toMatch(/^\[exit 1, .*\]\n.*find: .*missing-dir/);
    expect(data).toMatchObject({ exit_code: 1 });
  });

  test('exec-012 stderr is told on exit 0, too, also where the output is cut', async () => {
    const server = await startServer(makePlace());
    expect((await run(server, 'echo out; echo odd >&2')).text).toMatch(/^\[exit 0, .*\]\nout\nodd$/);
    const drowned = await run(server, 'seq 1 40000; echo something peculiar >&2; seq 40001 90000');
    expect(drowned.text).toContain('something peculiar');
  });

  test('exec-029 exit 7 is no error reply; a signal is named', async () => {
    const server = await startServer(makePlace());
    expect(await run(server, 'exit 7')).toMatchObject({
      text: expect.stringMatching(/^\[exit 7, /),
      data: { exit_code: 7 },
    });
    expect(await run(server, 'kill -SEGV $$')).toMatchObject({
      text: expect.stringMatching(/^\[signal SIGSEGV, /),
      data: { exit_code: null, signal: 'SIGSEGV' },
    });
  });
});

describe.skipIf(!isPosix)('what comes back', () => {
  test('exec-024 fifty lines of head are fifty lines', async () => {
    const server = await startServer(makePlace());
    const { text } = await run(server, 'seq 1 100000 | head -50');
    const [status, ...lines] = text.split('\n');
    expect(status).toMatch(/^\[exit 0, /);
    expect(lines).toEqual(Array.from({ length: 50 }, (_, n) => String(n + 1)));
  });

  test('exec-037 a long output is answered short, and every way to the rest is named', async () => {
    const server = await startServer(makePlace());
    const { text, data } = await run(server, 'seq 1 30000');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    const last = text.split('\n').at(-1) ?? '';
    const [, file, lines] =
      /^\[#1: \d+ of 30,000 lines shown, 165 KB saved to (.*\.txt); ctx_read\(id: "#1", lines: "(\d+-\d+)"\), ctx_search\(source: "#1"\)\]$/.exec(
        last,
      ) ?? [];
    expect(existsSync(file ?? '')).toBe(true);
    expect(data).toMatchObject({ stored: '#1' });
    const page = await server.call('ctx_read', { id: '#1', lines });
    expect(page.text).toMatch(new RegExp(`^${lines?.split('-')[0]}\n`));
    const found = await server.call('ctx_search', { queries: ['23456'], source: '#1' });
    expect(found.text).toContain('\n23456\n');
  });

  test('exec-032 what reads stdin ends at once: it is at its end', async () => {
    const server = await startServer(makePlace());
    const fromMs = performance.now();
    expect((await run(server, 'cat; read x; echo end')).text).toMatch(/end$/);
    expect(performance.now() - fromMs).toBeLessThan(5_000);
  });

  test('exec-018 a time-out that is meant in seconds is raised, and the reply says so', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'f'), 'ran');
    const server = await startServer(place);
    for (const [name, args] of [
      ['ctx_execute', shell('echo ran', { timeout_ms: 5 })],
      ['ctx_batch_execute', { commands: ['echo ran'], timeout_ms: '5' }],
      ['ctx_execute_file', { path: 'f', ...shell('cat "$FILE_PATH"'), timeout_ms: 5 }],
    ] as const) {
      const { text } = await server.call(name, args);
      expect(text).toMatch(/5 was raised to the minimum, 100\]/);
    }
    expect((await run(server, 'echo ran', { timeout_ms: 5_000 })).text).not.toContain('raised');
  });
});

describe.skipIf(!isPosix)('the commands of a batch', () => {
  test('exec-007 are taken as JSON text', async () => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_batch_execute', { commands: '["echo one","echo two"]' });
    expect(answer.isError).toBe(false);
    expect(results(answer)).toMatchObject([
      { command: 'echo one', exit_code: 0 },
      { command: 'echo two', exit_code: 0 },
    ]);
  });

  test('exec-031 are taken as bare texts, and as one', async () => {
    const server = await startServer(makePlace());
    for (const commands of [['echo one'], 'echo one', [{ command: 'echo one' }]]) {
      const answer = await server.call('ctx_batch_execute', { commands });
      expect(results(answer)).toMatchObject([{ label: 'echo one', command: 'echo one', exit_code: 0 }]);
      expect(answer.text).toMatch(/^## echo one\n\[exit 0, .*\]\none$/);
    }
  });

  test('exec-042 that are none are named in a plain message', async () => {
    const server = await startServer(makePlace());
    for (const commands of [null, undefined, 5, true, {}, [], [null], [[]], [{ label: 'x' }], '']) {
      const answer = await server.call('ctx_batch_execute', { commands });
      expect(answer).toMatchObject({ isError: true, data: { error: 'ARGUMENT_INVALID' } });
      expect(answer.text).toMatch(/^ctx_batch_execute: commands/);
      expect(answer.text).not.toMatch(/TypeError|undefined is not|Cannot read/);
    }
  });

  test('exec-033 are shown with their labels, long ones cut', async () => {
    const server = await startServer(makePlace());
    const long = `echo ${'word '.repeat(500)}`;
    const answer = await server.call('ctx_batch_execute', {
      commands: [
        { label: 'tests', command: 'echo all green' },
        { label: 'long', command: long },
      ],
      max_bytes: 1_000,
    });
    expect(answer.text).toMatch(/^## tests: echo all green\n\[exit 0, .*#1\]\nall green\n/);
    expect(answer.text).toMatch(/\n## long: echo word word .{0,80}…\n/);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1_000);
  });

  test('exec-026 that were not started when the call is cancelled never start', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const commands = [1, 2, 3, 4, 5].map((n) => `touch started-${n}; ${n === 2 ? 'sleep 30' : 'true'}`);
    const params = { name: 'ctx_batch_execute', arguments: { commands } };
    server.send({ jsonrpc: '2.0', id: 'batch', method: 'tools/call', params });
    const started = (n: number): boolean => existsSync(join(place.project, `started-${n}`));
    await waitFor('the second runs', () => started(2), 10_000);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'batch' } });
    expect((await run(server, 'sleep 1; echo next')).text).toContain('next');
    expect([1, 2, 3, 4, 5].map(started)).toEqual([true, true, false, false, false]);
  });

  test('exec-027 share one deadline, which counts the indexing, too', { timeout: 60_000 }, async () => {
    const server = await startServer(makePlace());
    const fromMs = performance.now();
    const answer = await server.call('ctx_batch_execute', {
      commands: [
        { label: 'big', command: 'yes "a line of the big output, to be indexed" | head -c 50000000' },
        { label: 'slow', command: 'sleep 30' },
        { label: 'last', command: 'echo never' },
      ],
      queries: ['indexed'],
      timeout_ms: 2_000,
    });
    // The grace period of a run that does not end, and what a busy machine takes.
    expect(performance.now() - fromMs).toBeLessThan(7_000);
    expect(answer.isError).toBe(false);
    expect(results(answer).at(-1)).toMatchObject({ label: 'last', not_started: 'timeout' });
    expect(answer.text).toContain('[not started: timeout_ms was over]');
    expect((await run(server, 'echo next')).text).toContain('next');
  });
});

test.skipIf(!isPosix)(
  'exec-040 a background run lasts as long as its own time-out, not as long as that of a call',
  { timeout: 60_000 },
  async () => {
    const place = makePlace();
    // The server's timers run 20 times as fast: its two minutes are six seconds, its ten minutes thirty.
    const preload = join(place.root, 'fast-timers.mjs');
    writeFileSync(
      preload,
      `const real = globalThis.setTimeout;
       globalThis.setTimeout = (call, ms = 0, ...args) => real(call, ms / 20, ...args);`,
    );
    const bundle = join(DIST, 'server.mjs');
    const server = await startServer(place, {
      command: [process.execPath, '--import', pathToFileURL(preload).href, bundle],
    });
    const started = await run(server, 'sleep 8; echo slept', { background: true, timeout_ms: 600_000 });
    expect(started.data).toMatchObject({ job: 'job-1', state: 'running' });
    await sleep(6_500);
    const job = async (): Promise<ToolAnswer> => server.call('ctx_jobs', { action: 'tail', id: 'job-1' });
    expect((await job()).data).toMatchObject({ state: 'running' });
    await sleep(3_000);
    expect(await job()).toMatchObject({
      text: expect.stringMatching(/^\[job-1 exit 0, 8\.\d s, 6 B, log #1\]\nslept\n\[#1: /),
      data: { state: 'ended', exit_code: 0, stored: '#1' },
    });
    // With the default of a call it would have been ended.
    expect((await run(server, 'sleep 20; echo slept')).data).toMatchObject({ timed_out: true });
  },
);
