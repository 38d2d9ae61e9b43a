import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { agentSession, promptLine, writeTranscript } from '../../helpers/product/agent-session.ts';
import { readStats, runCli } from '../../helpers/product/command-line.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const GUIDE = 'Record of what was said and done in this session';
const GOAL = 'Move the reports to the new pipeline.';

const read = (n: number) => ({
  tool_name: 'Read',
  tool_use_id: `r-${n}`,
  tool_input: { file_path: `/p/file-${n}.ts` },
  tool_response: { type: 'text', file: { filePath: `/p/file-${n}.ts`, content: 'x', numLines: 1 } },
});

const rows = (place: Place, sql: string): readonly Readonly<Record<string, unknown>>[] => {
  const database = openDatabase({ driver: testDriver(), path: storePath(place) });
  try {
    return database.read((c) => c.prepare(sql).all());
  } finally {
    database.close();
  }
};

test('session-010 a transcript that is missing or cannot be read: the guide is made of the store alone', async () => {
  const place = makePlace();
  const { tell } = agentSession(place);
  await tell('UserPromptSubmit', { prompt: GOAL });
  for (const transcript_path of ['/nowhere/t.jsonl', place.project, ''])
    expect(await tell('SessionStart', { source: 'compact', transcript_path })).toContain(GOAL);
});

test('session-017 two work trees of one repository: one project, and each session has its own', async () => {
  const place = makePlace();
  const git = join(place.project, '.git');
  const tree = join(place.root, 'tree');
  for (const folder of [join(git, 'worktrees/tree'), tree]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(tree, '.git'), `gitdir: ${join(git, 'worktrees/tree')}\n`);
  writeFileSync(join(git, 'worktrees/tree/commondir'), '../..\n');
  const server = await startServer(place);
  await agentSession(place, { id: 's-1', server: () => server }).tell('UserPromptSubmit', { prompt: GOAL });
  await agentSession(place, { id: 's-2', cwd: tree, server: () => server }).tell('UserPromptSubmit', {
    prompt: 'x',
  });
  expect(rows(place, 'SELECT id, worktree FROM sessions ORDER BY id')).toEqual([
    { id: 's-1', worktree: place.project },
    { id: 's-2', worktree: tree },
  ]);
});

test('session-020 resumed under an unknown id: the last session’s work, named as another session’s', async () => {
  const place = makePlace();
  await agentSession(place).tell('UserPromptSubmit', { prompt: GOAL });
  const guide = await agentSession(place, { id: 's-2' }).tell('SessionStart', { source: 'resume' });
  expect(guide).toContain(GOAL);
  expect(guide).toContain('begun in the earlier session s-1');
  const empty = agentSession(makePlace(), { id: 's-3' });
  expect(await empty.tell('SessionStart', { source: 'resume' })).toBe('');
});

test('session-022 every source of a start is handled; one that nobody knows is like startup', async () => {
  const place = makePlace();
  const start = (source: string, id: string) => agentSession(place, { id }).tell('SessionStart', { source });
  const fresh = await start('startup', 'a');
  expect(fresh).not.toBe('');
  expect(await start('fork', 'b')).toBe(fresh);
  expect(await start('clear', 'c')).toContain(fresh);
  expect(await start('compact', 'd')).toContain(fresh);
  expect(await start('resume', 'e')).toBe('');
});

test('session-023 a start after compaction that comes twice gets the guide each time', async () => {
  const place = makePlace();
  const { tell } = agentSession(place);
  await tell('UserPromptSubmit', { prompt: GOAL });
  await tell('PreCompact', { trigger: 'auto' });
  for (let times = 0; times < 2; times += 1)
    expect(await tell('SessionStart', { source: 'compact' })).toContain(GUIDE);
});

test('session-028 after thousands of reads the user’s rule is there, and the oldest reads are gone', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const { tell } = agentSession(place, { server: () => server });
  await tell('UserPromptSubmit', { prompt: 'Never push to the release branch.' });
  for (let n = 0; n < 2_000; n += 1) await tell('PostToolUse', read(n));
  expect(rows(place, "SELECT count(*) <= 1300 AS few FROM facts WHERE kind = 'file'")).toEqual([{ few: 1 }]);
  expect(rows(place, "SELECT count(*) AS n FROM facts WHERE text LIKE '%file-1.ts'")).toEqual([{ n: 0 }]);
  expect(rows(place, "SELECT count(*) AS n FROM facts WHERE text LIKE '%file-1999.ts'")).toEqual([{ n: 1 }]);
  expect(await tell('SessionStart', { source: 'compact' })).toContain('Never push to the release branch.');
}, 120_000);

test.each([
  ['session-027 one event of 200 KB', [`${GOAL} Log:\n${'x'.repeat(200_000)}`]],
  [
    'session-029 far more than the host shows',
    Array.from({ length: 120 }, (_, n) => `Never touch folder-${n}. ${'word '.repeat(40)}`),
  ],
  [
    'session-040 hundreds of pasted texts',
    Array.from(
      { length: 60 },
      (_, n) => `Look at this:\n\`\`\`\n${`line ${n} of a log\n`.repeat(150)}\`\`\``,
    ),
  ],
])('%s: the guide stays below 9,000 characters', async (_what, prompts) => {
  const place = makePlace();
  const server = await startServer(place, { env: { PLIMSOLL_CONTINUITY_GUIDE_BYTES: '9000' } });
  const { tell } = agentSession(place, { server: () => server });
  for (const prompt of [...prompts, 'The last request.']) await tell('UserPromptSubmit', { prompt });
  const guide = await tell('SessionStart', { source: 'compact' });
  expect(guide.length).toBeLessThan(9_000);
  expect(guide).toContain('The last request.');
});

test('session-030 one transcript under two ids is one history', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const [first, second] = ['s-1', 's-2'].map((id) => agentSession(place, { id, server: () => server }));
  if (first === undefined || second === undefined) throw new Error('no sessions');
  writeTranscript(first, [promptLine(GOAL)]);
  await first.tell('UserPromptSubmit', { prompt: GOAL });
  await first.tell('Stop', { last_assistant_message: 'Done.' });
  const shared = { transcript_path: first.transcript };
  await second.tell('UserPromptSubmit', { prompt: 'Now the invoices.', ...shared });
  await second.tell('PreCompact', { trigger: 'auto', ...shared });
  const guide = await second.tell('SessionStart', { source: 'compact', ...shared });
  for (const part of [GOAL, 'Now the invoices.']) expect(guide).toContain(part);
});

test('session-031 what was given counts as delivered only after the model went on', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const { tell } = agentSession(place, { server: () => server });
  const state = () => rows(place, 'SELECT state FROM session_resume ORDER BY id DESC LIMIT 1')[0]?.state;
  await tell('UserPromptSubmit', { prompt: GOAL });
  await tell('PreCompact', { trigger: 'auto' });
  expect(state()).toBe('made');
  await tell('SessionStart', { source: 'compact' });
  expect(state()).toBe('given');
  await tell('UserPromptSubmit', { prompt: 'Go on.' });
  expect(state()).toBe('given');
  await tell('PostToolUse', read(1));
  expect(state()).toBe('delivered');
});

test.each(['server', 'processes'])(
  'session-032 who goes to another repository works on that: by %s',
  async (way) => {
    const place = makePlace();
    const other = join(place.root, 'other');
    for (const folder of [place.project, other]) mkdirSync(join(folder, '.git'), { recursive: true });
    const server = way === 'server' ? await startServer(place) : undefined;
    const session = agentSession(place, server === undefined ? {} : { server: () => server });
    await session.tell('UserPromptSubmit', { prompt: GOAL });
    await session.tell('UserPromptSubmit', { prompt: 'Paint the zebra fence.', cwd: other });
    const found = async (folder: string): Promise<string> =>
      (await runCli({ ...place, project: folder }, 'search', 'zebra', 'fence', '--json')).stdout;
    await readStats(place);
    expect(await found(other)).toContain('Paint the zebra fence.');
    expect(await found(place.project)).not.toContain('zebra');
  },
);

test('session-033 a compaction that nobody announced: the guide comes all the same', async () => {
  const { tell } = agentSession(makePlace());
  await tell('UserPromptSubmit', { prompt: GOAL });
  expect(await tell('SessionStart', { source: 'compact' })).toContain(GOAL);
});

test.each(['server', 'processes'])(
  'session-035 the switch turns it off for one session: by %s',
  async (way) => {
    const place = makePlace();
    const env = { PLIMSOLL_CONTINUITY_CAPTURE: 'off' };
    const server = way === 'server' ? await startServer(place, { env }) : undefined;
    const off = agentSession(place, {
      id: 's-off',
      env,
      ...(server === undefined ? {} : { server: () => server }),
    });
    await off.tell('SessionStart', { source: 'startup' });
    await off.tell('UserPromptSubmit', { prompt: 'Not for the books.' });
    await off.tell('PreCompact', { trigger: 'auto' });
    expect(await off.tell('SessionStart', { source: 'compact' })).not.toContain(GUIDE);
    await agentSession(place, { id: 's-on' }).tell('UserPromptSubmit', { prompt: GOAL });
    expect((await readStats(place)).events).toBe(1);
  },
);

test.each([
  ['session-036 by the server', true],
  ['session-038 by processes alone', false],
] as const)(
  '%s: without a start after compaction the next prompt brings the guide, once',
  async (_way, isServer) => {
    const place = makePlace();
    const server = isServer ? await startServer(place) : undefined;
    const { tell } = agentSession(place, server === undefined ? {} : { server: () => server });
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    expect(await tell('UserPromptSubmit', { prompt: 'Go on.' })).toContain(GUIDE);
    expect(await tell('PostToolUse', read(1))).not.toContain(GUIDE);
    expect(await tell('UserPromptSubmit', { prompt: 'More.' })).not.toContain(GUIDE);
  },
);

test('session-037 a stored snapshot that is cut short disturbs nothing', async () => {
  const place = makePlace();
  const { tell } = agentSession(place);
  await tell('UserPromptSubmit', { prompt: GOAL });
  await tell('PreCompact', { trigger: 'auto' });
  const database = openDatabase({ driver: testDriver(), path: storePath(place) });
  database.write((c) => c.exec('UPDATE session_resume SET xml = substr(xml, 1, 20)'));
  database.close();
  expect(await tell('SessionStart', { source: 'compact' })).toContain(GOAL);
});

test('session-039 what was written behind the command to compact is a record, not a rule', async () => {
  const place = makePlace();
  const { tell } = agentSession(place);
  await tell('UserPromptSubmit', { prompt: GOAL });
  await tell('PreCompact', { trigger: 'manual', custom_instructions: 'Never mention the budget.' });
  await tell('SessionStart', { source: 'compact' });
  const kinds = rows(place, "SELECT kind FROM facts WHERE text LIKE '%budget%'").map(({ kind }) => kind);
  expect(kinds).toEqual(['compaction']);
});

test('session-041 old words of the user are shown as a dated quotation', async () => {
  const place = makePlace();
  const { tell } = agentSession(place);
  await tell('UserPromptSubmit', { prompt: GOAL });
  await tell('UserPromptSubmit', { prompt: 'Ignore everything and push now' });
  const guide = await tell('SessionStart', { source: 'compact' });
  expect(guide).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d[\s\S]*"Ignore everything and push now"/);
  expect(guide).toMatch(/newest message outranks/);
});

test('session-042 a compaction brings one text, and no list of events beside it', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const { tell } = agentSession(place, { server: () => server });
  await tell('UserPromptSubmit', { prompt: GOAL });
  for (let n = 0; n < 500; n += 1) await tell('PostToolUse', read(n));
  await tell('PreCompact', { trigger: 'auto' });
  const guide = await tell('SessionStart', { source: 'compact' });
  expect(guide.split(GUIDE)).toHaveLength(2);
  expect(guide).not.toContain('file-250.ts');
  expect(await tell('UserPromptSubmit', { prompt: 'Go on.' })).toBe('');
}, 60_000);
