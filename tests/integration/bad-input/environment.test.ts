import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readStats, runCli } from '../../helpers/product/command-line.ts';
import { documentOf, hookPayload, inPieces, runHook } from '../../helpers/product/hook-runner.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, type Place, storePath } from '../../helpers/product/places.ts';

/** The place, with another environment: these variables over its own, an undefined one taken away. */
function changed(place: Place, over: Readonly<Record<string, string | undefined>>): Place {
  const entries = Object.entries({ ...place.env, ...over });
  const env = Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  return { ...place, env };
}

const CALLS = [
  ['ctx_index', { content: 'zebra', source: 'z' }],
  ['ctx_search', { queries: ['zebra'] }],
  ['ctx_stats', {}],
] as const;

const HOMELESS = { HOME: undefined, USERPROFILE: undefined, PLIMSOLL_HOME: undefined };
const RELATIVE = { PLIMSOLL_HOME: 'data' };
const NOWHERE = { PLIMSOLL_HOME: '/proc/nope' };

test.skipIf(process.platform !== 'linux').each([
  ['no home at all', HOMELESS],
  ['a data directory that can never be', NOWHERE],
  ['a relative data directory', RELATIVE],
])('%s: the server starts and says so, hooks are silent', async (_what, over) => {
  const place = changed(makePlace(), over);
  const server = await startServer(place);
  for (const [name, args] of CALLS) {
    const answer = await server.call(name, args);
    expect([name, answer.isError, answer.data.error]).toEqual([name, true, 'HOME_UNUSABLE']);
    expect(answer.text).toContain('PLIMSOLL_HOME');
  }
  for (const [event, fields] of [
    ['PostToolUse', {}],
    ['SessionStart', { source: 'startup' }],
  ] as const) {
    const end = await runHook(place, { args: ['claude-code', event], input: hookPayload(place, fields) });
    expect([event, end.exitCode, end.stderr]).toEqual([event, 0, '']);
    documentOf(end.stdout);
    expect(end.durationMs).toBeLessThan(2_000);
  }
  expect((await server.end()).code).toBe(0);
});

test.each([
  ['goes back', -3_600_000],
  ['goes forward', 3_600_000],
])('a clock that %s while a hook waits for its input changes nothing', async (_way, jumpMs) => {
  const place = makePlace();
  const file = join(place.root, 'clock.cjs');
  writeFileSync(
    file,
    `const now = Date.now; let n = 0; Date.now = () => { n += 1; return now() + (n > 2 ? ${jumpMs} : 0); };`,
  );
  const env = { NODE_OPTIONS: `--require=${file}` };
  const text = hookPayload(place);
  const whole = await runHook(place, { env, input: inPieces([text.slice(0, 9), text.slice(9)], 150) });
  expect([whole.exitCode, loggedCodes(place, 'hook')]).toEqual([0, []]);
  const never = await runHook(place, {
    env,
    input: async (stdin, isOver) => {
      stdin.write(text.slice(0, 9));
      while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  });
  expect([never.exitCode, loggedCodes(place, 'hook')]).toEqual([0, ['HOOK_INPUT_LATE']]);
  expect(never.durationMs).toBeLessThan(2_500);
});

test('what lies beside the projects, and a store that cannot be read, hide no other project from stats', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await server.call('ctx_index', { content: 'zebra', source: 'z' });
  await server.end();
  const projects = dirname(dirname(storePath(place)));
  writeFileSync(join(projects, '.DS_Store'), 'x');
  mkdirSync(join(projects, 'empty-0123456789'));
  mkdirSync(join(place.data, 'spool', 'folder.jsonl'), { recursive: true });
  expect(await runCli(place, 'stats', '--all')).toMatchObject({ exitCode: 0, stderr: '' });
  const broken = join(projects, 'broken-0123456789');
  mkdirSync(broken);
  symlinkSync(join(place.root, 'nothing'), join(broken, 'plimsoll.db'));
  const end = await runCli(place, 'stats', '--json', '--all');
  expect([end.exitCode, end.stderr]).toEqual([0, expect.stringContaining(broken)]);
  expect(JSON.parse(end.stdout)).toMatchObject({ sources: 1 });
});

test('an event without a folder, or with one that is none, is counted once', async () => {
  const place = makePlace();
  const other = { ...place, project: join(place.root, 'other') };
  mkdirSync(other.project);
  for (const cwd of [undefined, '', 'relative'])
    await runHook(place, { args: ['claude-code', 'Stop'], input: hookPayload(place, { cwd }) });
  const line = { platform: 'claude-code', sessionId: 'old', name: 'stop', cwd: '', atMs: 1 };
  writeFileSync(join(place.data, 'spool', 'claude-code-old.jsonl'), `${JSON.stringify(line)}\n`);
  for (const from of [other, place]) {
    const server = await startServer(from);
    const { data } = await server.call('ctx_stats');
    expect(data.events).toBe(from === place ? 3 : 0);
    await server.end();
  }
  expect((await readStats(place)).events).toBe(4);
  expect((await readStats(other)).events).toBe(4);
});

test('an event with fields of many megabytes is counted', async () => {
  const place = makePlace();
  const input = hookPayload(place, { session_id: 'x'.repeat(9_000_000) });
  expect(await runHook(place, { args: ['claude-code', 'Stop'], input })).toMatchObject({ exitCode: 0 });
  await runHook(place, { args: ['claude-code', 'Stop'], input: hookPayload(place) });
  expect((await readStats(place)).events).toBe(2);
});
