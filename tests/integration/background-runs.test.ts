import { describe, expect, test } from 'vitest';
import { type LineClient, startServer, type ToolAnswer } from '../helpers/product/line-client.ts';
import { makePlace, namesIn } from '../helpers/product/places.ts';
import { isPosix, markedSleep, waitFor } from '../helpers/product/processes.ts';

const shell = (code: string, more: object = {}): object => ({ language: 'shell', code, ...more });
const start = (server: LineClient, code: string): Promise<ToolAnswer> =>
  server.call('ctx_execute', shell(code, { background: true }));
const jobs = (server: LineClient, action: string, id?: string): Promise<ToolAnswer> =>
  server.call('ctx_jobs', { action, id });

/** Waits until a background run is no longer running. */
async function ended(server: LineClient, id: string): Promise<ToolAnswer> {
  for (let n = 0; n < 400; n += 1) {
    const { data } = await jobs(server, 'list');
    const job = (data.jobs as readonly Readonly<Record<string, unknown>>[]).find((one) => one.job === id);
    if (job?.state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return jobs(server, 'tail', id);
}

describe.skipIf(!isPosix)('background runs', () => {
  test('process-010 two that were started in a row are both known, and both end at shutdown', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const sleeps = [markedSleep(), markedSleep()];
    for (const { command } of sleeps) {
      const fromMs = performance.now();
      expect(await start(server, `echo begun; ${command}; true`)).toMatchObject({ isError: false });
      expect(performance.now() - fromMs).toBeLessThan(3_000);
    }
    await waitFor('both run', () => sleeps.every(({ pids }) => pids().length === 1), 5_000);
    const list = await jobs(server, 'list');
    expect(list.text).toMatch(/^job-1 shell: .*\[running, .*\]\njob-2 shell: .*\[running, .*\]$/);
    await server.end();
    await waitFor('both are gone', () => sleeps.every(({ pids }) => pids().length === 0), 500);
    await waitFor('nothing is left', () => namesIn(place.data, 'scratch').length === 0, 2_000);
    // What they wrote until then is there in the next session.
    const next = await startServer(place);
    const found = await next.call('ctx_search', { queries: ['begun'] });
    expect(found.text).toMatch(/job-[12] shell: echo begun/);
  });

  test('binary output is described and kept, beside the log or alone', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await start(server, "printf '\\211PNG\\r\\n\\032\\n'; head -c 5000 /dev/zero");
    const alone = await ended(server, 'job-1');
    expect(alone.text).toMatch(
      /^\[job-1 exit 0, .*, log #1\]\n\[#1: binary output: PNG image, 5,008 bytes, sha256 [0-9a-f]{64}; saved to .*1\.bin\]$/,
    );
    expect(alone.data).toMatchObject({ stored: '#1' });
    await start(server, "echo saved >&2; printf '\\211PNG\\r\\n\\032\\n'; head -c 5000 /dev/zero");
    const both = await ended(server, 'job-2');
    expect(both.text).toMatch(
      /\nsaved\n\[#\d+: binary output: PNG image, .*\.bin\]\n\[#\d+: whole log saved to /,
    );
  });

  test('a log is stored and searchable by the handle that list and tail name', async () => {
    const server = await startServer(makePlace());
    await start(server, 'for i in $(seq 1 2000); do echo "zebra $i"; done; exit 4');
    const tail = await ended(server, 'job-1');
    expect(tail.text).toMatch(/^\[job-1 exit 4, .*, log #1\]\n/);
    expect(tail.text).toMatch(
      /\nzebra 2000\n\[#1: whole log saved to .*1\.txt; ctx_read\(id: "#1"\), ctx_search/,
    );
    expect(Buffer.byteLength(tail.text)).toBeLessThanOrEqual(4_096);
    expect((await jobs(server, 'list')).text).toMatch(/\[exit 4, .*, log #1\]$/);
    expect((await server.call('ctx_search', { queries: ['"zebra 1234"'], source: '#1' })).text).toContain(
      'zebra 1234',
    );
    expect((await jobs(server, 'tail', 'job-1')).text).toContain('Nothing new since the last time.');
  });

  test('one is killed with all its processes, the others go on', async () => {
    const server = await startServer(makePlace());
    const sleeps = [markedSleep(), markedSleep()];
    await start(server, `(setsid ${sleeps[0]?.command} &); ${sleeps[0]?.command}; true`);
    await start(server, `${sleeps[1]?.command}; true`);
    await waitFor('all run', () => sleeps[0]?.pids().length === 2 && sleeps[1]?.pids().length === 1, 5_000);
    const killed = await jobs(server, 'kill', 'job-1');
    expect(killed).toMatchObject({ isError: false, data: { state: 'ended', killed: true, exit_code: null } });
    await waitFor('it is gone', () => sleeps[0]?.pids().length === 0, 500);
    expect(sleeps[1]?.pids()).toHaveLength(1);
    expect((await jobs(server, 'tail', '2')).data).toMatchObject({ job: 'job-2', state: 'running' });
  });

  test.each([
    [undefined, '10 min 0 s'],
    [5_000, '5.0 s'],
    [9_999_999, '10 min 0 s'],
  ])('the first answer says when it ends: timeout_ms %s', async (timeout_ms, limit) => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_execute', shell('sleep 60', { background: true, timeout_ms }));
    expect(answer.text).toContain(
      `runs in the background; ends after ${limit} at the latest, and with this session;`,
    );
  });

  test('the schema says what timeout_ms is then', async () => {
    const server = await startServer(makePlace());
    const { result } = await server.request('tools/list');
    const tools = result?.tools as readonly { readonly name: string; readonly inputSchema: unknown }[];
    const schema = tools.find(({ name }) => name === 'ctx_execute')?.inputSchema;
    expect(schema).toMatchObject({
      properties: {
        background: { description: expect.stringContaining('timeout_ms is 600000 then unless given') },
      },
    });
  });

  test('one ends when its time is over, and its log stays', async () => {
    const server = await startServer(makePlace());
    const { data } = await server.call(
      'ctx_execute',
      shell('echo begun; sleep 60', { background: true, timeout_ms: 500 }),
    );
    const end = await ended(server, String(data.job));
    expect(end.text).toMatch(/^\[job-1 timed out, signal SIGTERM, .*, log #1\]\n/);
    expect(end.data).toMatchObject({ state: 'ended', timed_out: true, stored: '#1' });
  });

  test('they take no places of other runs', async () => {
    const server = await startServer(makePlace());
    for (let n = 0; n < 16; n += 1) await start(server, 'sleep 60');
    expect(await start(server, 'sleep 60')).toMatchObject({ isError: true, data: { error: 'JOB_LIMIT' } });
    const answer = await server.call('ctx_execute', shell('echo ran', { timeout_ms: 20_000 }));
    expect(answer.text).toContain('ran');
  });

  test.each([
    ['tail', undefined, /id is missing/, 'ARGUMENT_INVALID'],
    ['kill', 'job-9', /id is "job-9"; there are no background runs/, 'JOB_UNKNOWN'],
    ['stop', 'job-1', /action is "stop"; accepted: list, tail, kill/, 'ARGUMENT_INVALID'],
  ])('what cannot be is said: %s %s', async (action, id, message, error) => {
    const server = await startServer(makePlace());
    const answer = await jobs(server, action, id);
    expect(answer).toMatchObject({ isError: true, data: { error } });
    expect(answer.text).toMatch(message);
  });
});
