import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Finding, findingsOf } from '#features/doctor/finding.ts';
import { runCli } from '../helpers/product/command-line.ts';
import {
  boundary,
  contextAfter,
  keptLoad,
  reply,
  SESSION,
  status,
  statusLine,
  transcript,
  writeKept,
  writeLines,
} from '../helpers/product/context.ts';
import { bashResult } from '../helpers/product/hook-answers.ts';
import { type LineClient, startServer } from '../helpers/product/line-client.ts';
import { loggedCodes, makePlace, type Place } from '../helpers/product/places.ts';

const { ok } = findingsOf('context');
const OLD_MS = 12 * 60_000;
const old = (tokens: number) => keptLoad(tokens, { atMs: Date.now() - OLD_MS });
const asked = { env: { CLAUDE_CODE_SESSION_ID: SESSION } };

/** A status JSON that says nothing of the context, not even that it is unknown. */
const bare = { session_id: SESSION, model: { id: 'claude-haiku-4-5', display_name: 'Haiku 4.5' } };

const loadInStats = async (server: LineClient): Promise<string | undefined> => {
  const { text, data } = await server.call('ctx_stats', {});
  expect(text.includes('Context: ')).toBe(data.context !== undefined);
  return data.context as string | undefined;
};

const prompt = (server: LineClient, place: Place, fields: object = {}) =>
  server.call('hook_event', {
    event: 'UserPromptSubmit',
    session_id: SESSION,
    cwd: place.project,
    prompt: 'go on',
    ...fields,
  });

/** What the doctor says of the status line, and of the size of the context. */
async function contextFindings(place: Place): Promise<readonly Finding[]> {
  const { stdout } = await runCli(place, 'doctor', '--json');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  return findings.filter(({ area }) => area === 'context');
}

describe('a number of more than a minute ago, and no transcript', () => {
  test('counts as unknown for hooks', async () => {
    const place = makePlace();
    writeKept(place, old(195_000));
    expect(await contextAfter(place, { fields: { transcript_path: undefined } })).toBeUndefined();
    expect(await contextAfter(place)).toBeUndefined();
  });

  test('the status line shows it as old, without a colour, and keeps it', async () => {
    const place = makePlace();
    const file = writeKept(place, old(190_000));
    const before = readFileSync(file, 'utf8');
    const { stdout } = await statusLine(place, bare);
    expect(stdout).toBe('Haiku 4.5 · ██████████ 95 %, 10k left (12 min old)\n');
    const narrow = await statusLine(place, bare, { env: { COLUMNS: '30' } });
    expect(narrow.stdout).toBe('Haiku 4.5 · 95 % (old)\n');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('a newer word of the agent takes its place, also that nothing is known', async () => {
    const place = makePlace();
    writeKept(place, old(190_000));
    expect((await statusLine(place, status(84_000))).stdout).toContain('42 %, 116k left\n');
    expect((await statusLine(place, bare)).stdout).toContain('42 %, 116k left\n');
    expect((await statusLine(place, status(null))).stdout).toBe('Haiku 4.5\n');
    expect((await statusLine(place, bare)).stdout).toBe('Haiku 4.5\n');
  });

  test('ctx_stats and the doctor show it as old', async () => {
    const place = makePlace();
    writeKept(place, old(84_000));
    const text = '42 % of the point where this session compacts, 116k tokens left (old: from 12 min ago)';
    expect(await loadInStats(await startServer(place, asked))).toBe(text);
    expect((await contextFindings(place))[1]).toEqual(
      ok(
        `size of the context: from the status line, last 0 minutes ago; else from the transcript; load: ${text}`,
      ),
    );
  });

  test('after the context was emptied nobody shows it', async () => {
    const place = makePlace();
    writeKept(place, old(84_000));
    await contextAfter(place, { event: 'SessionStart', fields: { source: 'compact' } });
    expect((await statusLine(place, bare)).stdout).toBe('Haiku 4.5\n');
    expect(await loadInStats(await startServer(place, asked))).toBeUndefined();
    expect((await contextFindings(place))[1]?.text).toMatch(/; else from the transcript$/);
  });
});

describe('what ctx_stats says of the context', () => {
  test('a fresh number without an age; another one from the transcript, as an estimate', async () => {
    const place = makePlace();
    writeKept(place, keptLoad(84_000));
    const server = await startServer(place, asked);
    expect(await loadInStats(server)).toBe('42 % of the point where this session compacts, 116k tokens left');
    writeKept(place, old(84_000));
    writeLines(place, [reply(120_000)]);
    await prompt(server, place, { transcript_path: transcript(place) });
    expect(await loadInStats(server)).toBe(
      'about 60 % of the point where this session compacts, 80k tokens left',
    );
  });

  test('a compaction that only the transcript tells of makes it unknown, not old', async () => {
    const place = makePlace();
    writeKept(place, old(190_000));
    writeLines(place, [reply(190_000), boundary(190_000)]);
    const server = await startServer(place);
    await prompt(server, place, { transcript_path: transcript(place) });
    expect(await loadInStats(server)).toBeUndefined();
  });

  test('nothing, while no session is known; a subagent’s events name none', async () => {
    const place = makePlace();
    const server = await startServer(place);
    writeKept(place, keptLoad(84_000));
    expect(await loadInStats(server)).toBeUndefined();
    await prompt(server, place, { agent_id: 'a1' });
    expect(await loadInStats(server)).toBeUndefined();
    await prompt(server, place);
    expect(await loadInStats(server)).toContain('42 %');
  });

  test('a wrong setting takes no answer away', async () => {
    const place = makePlace();
    writeKept(place, keptLoad(84_000));
    const env = { ...asked.env, PLIMSOLL_CONTEXT_WARN_PERCENT: 'soon' };
    const server = await startServer(place, { env });
    const { isError, text } = await server.call('ctx_stats', {});
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('this project') });
  });
});

describe('the doctor’s line', () => {
  test('is not misled by other files of the folder, nor by links', async () => {
    const place = makePlace();
    const folder = join(writeKept(place, 'no JSON'), '..');
    writeFileSync(join(folder, 's-1.told'), '{}');
    symlinkSync('/no/such/place', join(folder, 's-2.json'));
    writeFileSync(join(folder, 'points.seen'), '{}');
    expect(await contextFindings(place)).toEqual([
      ok(expect.stringMatching(/^status line: none; .* statusline --install sets ours up$/)),
      ok('size of the context: from the transcript'),
    ]);
  });

  test('names another status line as another one, whatever words are in it', async () => {
    const place = makePlace();
    const file = join(place.env.CLAUDE_CONFIG_DIR ?? '', 'settings.json');
    const command = 'node /opt/not-plimsoll/line.js';
    writeFileSync(file, JSON.stringify({ statusLine: { type: 'command', command } }));
    expect((await contextFindings(place))[0]?.text).toContain('status line: another one');
    await runCli(place, 'statusline', '--install');
    expect((await contextFindings(place))[0]?.text).toContain('status line: ours');
  });
});

describe('what the server writes down for the status line', () => {
  test('bytes kept out: the same number as ctx_stats, by our tools and by digests of others', async () => {
    const place = makePlace();
    const server = await startServer(place, asked);
    await server.call('ctx_execute', { language: 'javascript', code: "console.log('x'.repeat(29000))" });
    await prompt(server, place);
    await server.call('hook_event', {
      event: 'PostToolUse',
      session_id: SESSION,
      cwd: place.project,
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: JSON.stringify({ command: 'make' }),
      tool_response: JSON.stringify(bashResult('line of output\n'.repeat(1_900))),
    });
    // It shows more than the agent would have.
    await server.call('ctx_execute', { language: 'javascript', code: 'console.log(1)' });
    const { data } = await server.call('ctx_stats', {});
    const kept = join(place.data, 'context', `${SESSION}.kept`);
    await expect
      .poll(() => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')).keptBytes : 0))
      .toBe(data.savedBytes);
    expect(data.savedBytes).toBeGreaterThan(30_000);
  });

  test('facts that are remembered, after a prompt and at the end of a turn', async () => {
    const place = makePlace();
    const server = await startServer(place, asked);
    const segments = { env: { PLIMSOLL_STATUSLINE_SEGMENTS: 'memory' } };
    expect((await statusLine(place, bare, segments)).stdout).toBe('plimsoll\n');
    await prompt(server, place, { prompt: 'We decided to use tabs, never spaces.' });
    const shown = async () =>
      Number(/^(\d+) facts?\n/.exec((await statusLine(place, bare, segments)).stdout)?.[1]);
    await expect.poll(shown).toBeGreaterThan(0);
    const before = await shown();
    await server.call('hook_event', {
      event: 'PostToolUse',
      session_id: SESSION,
      cwd: place.project,
      tool_name: 'Write',
      tool_use_id: 'toolu_w',
      tool_input: JSON.stringify({ file_path: join(place.project, 'a.ts'), content: 'x' }),
      tool_response: JSON.stringify({ type: 'create', filePath: join(place.project, 'a.ts'), content: 'x' }),
    });
    await server.call('hook_event', { event: 'Stop', session_id: SESSION, cwd: place.project });
    await expect.poll(shown).toBe(before + 1);
  });

  test('a folder that cannot be written to takes no answer away, and counts nothing twice', async () => {
    const place = makePlace();
    const server = await startServer(place, asked);
    mkdirSync(place.data, { recursive: true });
    writeFileSync(join(place.data, 'context'), 'in the way');
    for (const length of [9_000, 8_000, 7_000])
      await server.call('ctx_execute', {
        language: 'javascript',
        code: `console.log('x'.repeat(${length}))`,
      });
    const { data } = await server.call('ctx_stats', {});
    expect(data).toMatchObject({ outputs: 3, producedBytes: 24_003 });
    expect(new Set(loggedCodes(place, 'server'))).toEqual(new Set(['HOOK_FAILED']));
  });
});
