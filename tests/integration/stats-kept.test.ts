import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { agentSession, writeTranscript } from '../helpers/product/agent-session.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { boundary, reply, SESSION, status, statusLine } from '../helpers/product/context.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

async function stats(place: Place, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await runCli(place, 'stats', '--json', ...args);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const countsOf = (place: Place): readonly string[] => {
  const projects = join(place.data, 'projects');
  return readdirSync(projects)
    .map((name) => join(projects, name, 'counts.json'))
    .filter((file) => existsSync(file));
};

/** A second project of the same data directory. */
function otherProject(place: Place): Place {
  const project = join(place.root, 'other');
  mkdirSync(project, { recursive: true });
  return { ...place, project };
}

test('what is kept beside a store is used, and never when something was written since, spooled or stored', async () => {
  const place = makePlace();
  const other = otherProject(place);
  const [mine, theirs] = [
    agentSession(place, { id: 'a' }),
    agentSession(other, { id: 'b', cwd: other.project }),
  ];
  const prompt = { prompt: 'look into the book' };
  await mine.tell('UserPromptSubmit', prompt);
  await theirs.tell('UserPromptSubmit', prompt);
  for (const round of [1, 2, 3]) {
    for (const args of [[], ['--all'], ['--all']])
      expect(await stats(place, ...args)).toMatchObject({ events: args.length === 0 ? round : round + 1 });
    expect(countsOf(place).length).toBe(2);
    await mine.tell('Stop', { last_assistant_message: `round ${round}` });
  }
  const server = await startServer(place);
  await server.call('ctx_execute', { language: 'shell', code: 'echo hello' });
  await sleep(150);
  expect(await stats(place)).toMatchObject({ outputs: 1 });
  await server.call('ctx_execute', { language: 'shell', code: 'echo hello again' });
  await sleep(150);
  for (const args of [[], ['--all']]) expect(await stats(place, ...args)).toMatchObject({ outputs: 2 });
});

test('counts that are not ours, or of another form, are not believed', async () => {
  const place = makePlace();
  await agentSession(place).tell('UserPromptSubmit', { prompt: 'look' });
  expect(await stats(place)).toMatchObject({ events: 1 });
  const [file = ''] = countsOf(place);
  const right = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const wrong = { ...right, report: { ...(right.report as object), events: 77 } };
  // What is kept is really read: of the right form it is believed.
  writeFileSync(file, JSON.stringify(wrong));
  expect(await stats(place)).toMatchObject({ events: 77 });
  for (const content of ['', 'no JSON', '[]', JSON.stringify({ ...wrong, form: 99 }), '{"form":1}']) {
    writeFileSync(file, content);
    expect(await stats(place)).toMatchObject({ events: 1 });
    expect(await stats(place, '--all')).toMatchObject({ events: 1 });
  }
});

test('a purge takes what is kept beside the store with it', async () => {
  const place = makePlace();
  const session = agentSession(place, { id: 'to-be-purged' });
  await session.tell('UserPromptSubmit', { prompt: 'look' });
  await stats(place);
  expect(readFileSync(countsOf(place)[0] ?? '', 'utf8')).toContain('to-be-purged');
  await runCli(place, 'purge', '--session', 'to-be-purged', '--yes');
  expect(countsOf(place)).toEqual([]);
  await stats(place);
  expect(
    countsOf(place)
      .map((file) => readFileSync(file, 'utf8'))
      .join(),
  ).not.toContain('to-be-purged');
});

test('the agent’s own use is told from its transcript, and what is added to that is told, too', async () => {
  const place = makePlace();
  const server = await startServer(place, { clientName: 'claude-code' });
  const session = agentSession(place, { server: () => server });
  writeTranscript(session, [
    { ...reply(50_000), uuid: 'u1' },
    { ...boundary(50_000) },
    { ...reply(9_000), uuid: 'u2' },
  ]);
  await session.tell('UserPromptSubmit', { prompt: 'look' });
  await server.call('ctx_stats');
  const usage = { inputTokens: 2_000, cacheReadTokens: 57_000, outputTokens: 100 };
  const first = await stats(place);
  expect(first.session).toMatchObject({
    compactions: 1,
    host: { ...usage, replies: 2, curve: [50_000, 0, 9_000], unreadBytes: 0 },
  });
  appendFileSync(session.transcript, `${JSON.stringify({ ...reply(11_000), uuid: 'u3' })}\n`);
  expect((await stats(place)).session).toMatchObject({ host: { replies: 3, outputTokens: 150 } });
  const { stdout } = await runCli(place, 'stats');
  expect(stdout).toMatch(/agent's own tokens: 3 replies, input 3,000, cache read 67,000/);
  expect(stdout).toMatch(/context: █\|▂▂ up to 50,000/);
});

test('what is asked for together does not go together', async () => {
  const end = await runCli(makePlace(), 'stats', '--all', '--project');
  expect([end.exitCode, end.stdout]).toEqual([2, '']);
  expect(end.stderr).toMatch(/^plimsoll: --all and --project/);
});

test('the cost is shown as the agent gave it to the status line', async () => {
  const place = makePlace();
  await agentSession(place, { id: SESSION }).tell('UserPromptSubmit', { prompt: 'look' });
  await statusLine(place, status(84_000, { cost: { total_cost_usd: 0.42 } }));
  expect((await stats(place)).session).toMatchObject({ sessionId: SESSION, costUsd: 0.42 });
  expect((await runCli(place, 'stats')).stdout).toContain('cost $0.42');
});
