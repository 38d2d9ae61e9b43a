import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { formatBytes } from '#core/units.ts';
import { agentSession, stoppedClock } from '../../helpers/product/agent-session.ts';
import { runCli } from '../../helpers/product/command-line.ts';
import { status, statusLine } from '../../helpers/product/context.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

interface Sums {
  readonly count: number;
  readonly producedBytes: number;
  readonly hostBytes: number;
  readonly insteadBytes: number;
  readonly enteredBytes: number;
  readonly overheadBytes: number;
  readonly savedBytes: number;
}
interface Tool extends Sums {
  readonly kind: string;
  readonly name: string;
}
interface Stats extends Omit<Sums, 'count'> {
  readonly events: number;
  readonly sessions: number;
  readonly sources: number;
  readonly chunks: number;
  readonly outputs: number;
  readonly byTool: readonly Tool[];
  readonly byDay: readonly (Sums & { readonly day: string })[];
  readonly bySession: readonly (Sums & { readonly sessionId: string })[];
  readonly session?: Sums & { readonly sessionId: string };
  readonly byProject?: readonly (Sums & { readonly project: string })[];
}

const COUNTED = ['producedBytes', 'hostBytes', 'insteadBytes', 'enteredBytes', 'overheadBytes'] as const;

async function readStats(place: Place, ...args: readonly string[]): Promise<Stats> {
  const { exitCode, stdout, stderr } = await runCli(place, 'stats', '--json', ...args);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Stats;
}

const toolOf = ({ byTool }: Stats, name: string): Tool | undefined =>
  byTool.find((tool) => tool.name === name);

function writeIn(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, name), text);
}

/** Counts are written after the answer went out; the next answer comes behind that. */
const settled = (server: LineClient) => server.call('ctx_stats');

const print = (bytes: number): string =>
  `process.stdout.write(${JSON.stringify('the keeper writes a line into the book today\n')}.repeat(${Math.ceil(bytes / 45)}).slice(0, ${bytes}))`;

const run = (server: LineClient, bytes: number) =>
  server.call('ctx_execute', { language: 'javascript', code: print(bytes) });

describe('stats-003 a reply that is longer than what it stands for saves nothing', () => {
  test('stats-003 by ctx_execute, ctx_batch_execute and a tail of a background run', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const small = await run(server, 30);
    expect(Buffer.byteLength(small.text)).toBeGreaterThan(30);
    const commands = [{ label: 'a label that is longer than what is printed', command: 'printf hello' }];
    await server.call('ctx_batch_execute', { commands });
    await settled(server);
    const stats = await readStats(place);
    for (const name of ['ctx_execute', 'ctx_batch_execute']) {
      const tool = toolOf(stats, name);
      expect(tool?.producedBytes).toBeGreaterThan(0);
      expect(tool?.savedBytes).toBeLessThanOrEqual(0);
    }
    expect(stats.savedBytes).toBeLessThan(0);
    expect((await runCli(place, 'stats')).stdout).toMatch(/more than the agent alone would have shown/);
  });

  test('stats-003 against the preview that the agent shows of a large output, not against its bytes', async () => {
    const place = makePlace();
    const server = await startServer(place, { clientName: 'claude-code' });
    const large = await run(server, 400_000);
    expect(large.isError).toBe(false);
    await server.call('ctx_batch_execute', { commands: [{ label: 'one', command: 'seq 1 90000' }] });
    await settled(server);
    const stats = await readStats(place);
    expect(toolOf(stats, 'ctx_execute')).toMatchObject({ count: 1, producedBytes: 400_000 });
    for (const name of ['ctx_execute', 'ctx_batch_execute']) {
      const tool = toolOf(stats, name);
      expect(tool?.hostBytes).toBeGreaterThan(1_900);
      expect(tool?.hostBytes).toBeLessThan(2_400);
    }
  });

  test('stats-003 what only a reading would have shown is not in what was saved', async () => {
    const place = makePlace();
    const file = join(place.project, 'book.txt');
    writeFileSync(file, 'a line of the book\n'.repeat(4_000));
    const server = await startServer(place, { clientName: 'claude-code' });
    await server.call('ctx_index', { path: 'book.txt' });
    await server.call('ctx_execute_file', {
      path: 'book.txt',
      language: 'javascript',
      code: 'console.log(FILE_CONTENT.length)',
    });
    await settled(server);
    const stats = await readStats(place);
    for (const name of ['ctx_index', 'ctx_execute_file']) {
      const tool = toolOf(stats, name);
      expect(tool).toMatchObject({ kind: 'unread', hostBytes: 0 });
      // Whole, with its line numbers.
      expect(tool?.insteadBytes).toBeGreaterThan(76_000);
      expect(tool?.savedBytes).toBeLessThan(0);
    }
  });
});

describe('stats-007 what was captured is no saving', () => {
  const stdout = 'captured, and shown as it is, with enough words to fill it\n'.repeat(1_000);
  const bash = {
    tool_name: 'Bash',
    tool_input: { command: 'cat book' },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
  };

  test.each([
    ['processes', false],
    ['a server whose governor is off', true],
  ])('stats-007 2 MB by hooks to %s: saved 0, and the overhead is shown', async (_, isServer) => {
    const place = makePlace();
    const env = { PLIMSOLL_GOVERNOR_MODE: 'off', PLIMSOLL_ROUTING_ADVICE: 'off' };
    const server = isServer ? await startServer(place, { clientName: 'claude-code', env }) : undefined;
    const session = agentSession(place, server === undefined ? {} : { server: () => server });
    await session.tell('SessionStart', { source: 'startup' });
    const calls = isServer ? 36 : 4;
    for (let id = 0; id < calls; id += 1)
      await session.tell('PostToolUse', { ...bash, tool_use_id: `toolu_${id}` });
    if (server !== undefined) await sleep(200);
    const stats = await readStats(place);
    expect(stats).toMatchObject({ events: calls + 1, outputs: 0, hostBytes: 0, enteredBytes: 0 });
    expect(stats.savedBytes).toBe(-stats.overheadBytes);
    expect(toolOf(stats, 'session_start')?.overheadBytes).toBeGreaterThan(100);
    const text = (await runCli(place, 'stats')).stdout;
    expect(text).toContain('nothing saved yet; overhead so far: ');
  });
});

test('stats-009 the overhead of a batch with one item of 2 KB is below a tenth of its reply', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const command = `node -e '${print(2_048).replaceAll("'", '"')}'`;
  const answer = await server.call('ctx_batch_execute', { commands: [{ label: 'one', command }] });
  await settled(server);
  const tool = toolOf(await readStats(place), 'ctx_batch_execute');
  const reply = Buffer.byteLength(answer.text);
  expect(tool?.producedBytes).toBeGreaterThanOrEqual(2_000);
  expect((tool?.enteredBytes ?? 0) + (tool?.overheadBytes ?? 0)).toBe(reply);
  expect((tool?.overheadBytes ?? reply) / reply).toBeLessThan(0.1);
});

describe('stats-010 the start of a session without a history', () => {
  const start = async (place: Place, env: Record<string, string> = {}) => {
    const input = JSON.stringify({
      session_id: 's-1',
      cwd: place.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    return runHook(place, { args: ['claude-code', 'SessionStart'], input, env });
  };

  test('stats-010 adds at most 600 characters, and counts them', async () => {
    const place = makePlace();
    const { stdout } = await start(place);
    const { additionalContext } = (
      JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }
    ).hookSpecificOutput;
    expect(additionalContext.length).toBeLessThanOrEqual(600);
    const added = toolOf(await readStats(place), 'session_start');
    expect(added).toMatchObject({ count: 1, overheadBytes: Buffer.byteLength(additionalContext) });
  });

  const OFF = JSON.stringify({ routing: { mode: 'off' } });
  test.each([
    ['by a variable', () => undefined, { PLIMSOLL_ROUTING_MODE: 'off' }],
    ['in the settings of the user', ({ data }: Place) => writeIn(data, 'config.json', OFF), {}],
    ['in those of the project', ({ project }: Place) => writeIn(project, '.plimsoll.json', OFF), {}],
  ] as const)('stats-010 adds nothing when routing is off %s', async (_where, write, env) => {
    const place = makePlace();
    write(place);
    expect((await start(place, { ...env })).stdout).toBe('');
    expect(await readStats(place)).toMatchObject({ events: 1, overheadBytes: 0, byTool: [] });
  });
});

test('stats-011 the status line shows what the ledger says, after three runs and after a reading', async () => {
  const place = makePlace();
  const env = { CLAUDE_CODE_SESSION_ID: 's-1' };
  const server = await startServer(place, { clientName: 'claude-code', env });
  const shown = async () => (await statusLine(place, status(84_000))).stdout;
  for (const bytes of [26_000, 27_000, 28_000]) await run(server, bytes);
  await sleep(100);
  const stats = await readStats(place);
  const session = stats.bySession.find(({ sessionId }) => sessionId === 's-1');
  expect(session?.savedBytes).toBeGreaterThan(40_000);
  expect(await shown()).toContain(`${formatBytes(session?.savedBytes ?? 0)} kept out`);
  await server.call('ctx_read', { id: '#1', max_bytes: 20_000 });
  await sleep(100);
  const after = (await readStats(place)).bySession.find(({ sessionId }) => sessionId === 's-1');
  expect(after?.savedBytes).toBeLessThan((session?.savedBytes ?? 0) - 10_000);
  expect(await shown()).toContain(`${formatBytes(after?.savedBytes ?? 0)} kept out`);
});

test('stats-012 three sessions in two projects: parts are no larger than the whole, and add up to it', async () => {
  const place = makePlace();
  const other = join(place.root, 'other');
  mkdirSync(other);
  const places = [place, place, { ...place, project: other }];
  for (const [number, here] of places.entries()) {
    const env = { CLAUDE_CODE_SESSION_ID: `s-${number}` };
    const server = await startServer(here, { clientName: 'claude-code', env });
    await run(server, 5_000 * (number + 1));
    await server.call('ctx_search', { queries: ['keeper'] });
    await settled(server);
    await server.end();
  }
  const projects = [await readStats(place), await readStats({ ...place, project: other })];
  const all = await readStats(place, '--all');
  expect(projects.map(({ bySession }) => bySession.length)).toEqual([2, 1]);
  for (const key of COUNTED) {
    for (const stats of [...projects, all])
      for (const parts of [stats.byTool, stats.byDay, stats.bySession])
        expect(parts.reduce((sum, part) => sum + part[key], 0)).toBe(stats[key]);
    expect(all.byProject?.reduce((sum, part) => sum + part[key], 0)).toBe(all[key]);
    for (const stats of projects) {
      expect(stats[key]).toBeLessThanOrEqual(all[key]);
      for (const session of stats.bySession) expect(session[key]).toBeLessThanOrEqual(stats[key]);
    }
  }
  for (const key of ['events', 'sessions', 'sources', 'chunks', 'outputs', 'savedBytes'] as const)
    expect(projects.reduce((sum, stats) => sum + stats[key], 0)).toBe(all[key]);
});

test('stats-013 the whole answer to tools/list is within its budget, and is counted once per session', async () => {
  const place = makePlace();
  const env = { CLAUDE_CODE_SESSION_ID: 's-1' };
  const server = await startServer(place, { env });
  const { result } = await server.request('tools/list');
  const bytes = Buffer.byteLength(JSON.stringify(result));
  expect(bytes).toBeLessThanOrEqual(6_144);
  await run(server, 10);
  await run(server, 10);
  await settled(server);
  const schemas = toolOf(await readStats(place), 'tools/list');
  expect(schemas?.count).toBe(1);
  expect(Math.abs((schemas?.overheadBytes ?? 0) - bytes) / bytes).toBeLessThan(0.35);
});

test('stats-014 a session that is dropped for its age takes nothing away from what was counted', async () => {
  const place = makePlace();
  const old = Date.now() - 40 * 24 * 3_600_000;
  const past = agentSession(place, { id: 's-old', env: stoppedClock(place, old) });
  await past.tell('SessionStart', { source: 'startup' });
  await past.tell('UserPromptSubmit', { prompt: 'look into the book' });
  const before = await readStats(place);
  expect(before).toMatchObject({ events: 2, sessions: 1 });
  const server = await startServer(place);
  await settled(server);
  // Housekeeping begins after three seconds.
  const isDropped = async () => (await readStats(place)).session?.sessionId !== 's-old';
  for (let tries = 0; tries < 40 && !(await isDropped()); tries += 1) await sleep(250);
  expect(await isDropped()).toBe(true);
  const after = await readStats(place);
  expect(after).toMatchObject({ events: 2, sessions: 1 });
  for (const key of COUNTED) expect(after[key]).toBeGreaterThanOrEqual(before[key]);
  expect(after.bySession.some(({ sessionId }) => sessionId === 's-old')).toBe(false);
}, 30_000);

test('stats-015 the data directory is moved: stats read where the writers write', async () => {
  const place = makePlace();
  const moved = { ...place, env: { ...place.env, PLIMSOLL_HOME: join(place.root, 'elsewhere', 'data') } };
  await runHook(moved, { input: hookPayload(moved) });
  const server = await startServer(moved);
  await run(server, 9_000);
  await settled(server);
  expect(await readStats(moved)).toMatchObject({ events: 1, outputs: 2 });
  expect(await readStats(moved, '--all')).toMatchObject({ events: 1, outputs: 2 });
  expect(existsSync(place.data)).toBe(false);
  expect(await readStats(place)).toMatchObject({ events: 0, outputs: 0 });
});

test('stats-016 two days with different use have different figures', async () => {
  const place = makePlace();
  const noon = new Date(2026, 2, 10, 12).getTime();
  const days = [
    [noon, [4_000]],
    [noon + 24 * 3_600_000, [7_000, 21_000]],
  ] as const;
  for (const [atMs, sizes] of days) {
    const server = await startServer(place, { env: stoppedClock(place, atMs) });
    for (const bytes of sizes) await run(server, bytes);
    await sleep(150);
    await server.end();
  }
  const stats = await readStats(place);
  expect(stats.byDay.map(({ day, producedBytes }) => [day, producedBytes])).toEqual([
    ['2026-03-10', 4_000],
    ['2026-03-11', 28_000],
  ]);
  const [first, second] = stats.byDay;
  expect(second?.savedBytes).not.toBe(first?.savedBytes);
  const { stdout } = await runCli(place, 'stats');
  expect(stdout).toMatch(/^ {2}2026-03-10 .*saved/m);
  expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
});
