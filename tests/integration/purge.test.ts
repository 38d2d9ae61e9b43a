import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../helpers/product/command-line.ts';
import { hookPayload, runHook } from '../helpers/product/hook-runner.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

/** Words that occur nowhere but in what is purged. */
const GONE = 'zwielichtmuschel';
const KEPT = 'ankerspille';

/** Files of the data directory that hold this word, in UTF-8, whatever kind of file they are. */
const filesWith = (place: Place, word: string): readonly string[] =>
  readdirSync(place.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.includes(word) || readFileSync(file).includes(word));

/** A large output whose every line holds the word, and a word of its own that is cut into passages. */
const printing = (word: string): string =>
  `for i in $(seq 1 600); do echo "line $i of ${word} with ${word}$i"; done`;

async function run(place: Place, ...words: readonly string[]) {
  const server = await startServer(place);
  for (const word of words) await server.call('ctx_execute', { language: 'shell', code: printing(word) });
  await server.call('ctx_search', { queries: [...words] });
  return server;
}

const found = async (place: Place, word: string): Promise<string> =>
  (await runCli(place, 'search', word)).stdout;

describe('purge', () => {
  test('of a source leaves no byte of it, and the others as they were', async () => {
    const place = makePlace();
    const server = await run(place, GONE, KEPT);
    expect(filesWith(place, GONE)).not.toEqual([]);
    const told = await runCli(place, 'purge', '--source', '#1');
    expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing was removed') });
    expect(told.stdout).toContain('1 source');
    expect(await found(place, GONE)).toContain(GONE);

    const done = await runCli(place, 'purge', '--source', '1', '--yes');
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing of it is left') });
    expect(filesWith(place, GONE)).toEqual([]);
    expect(await found(place, `${KEPT}17`)).toContain(`${KEPT}17`);
    expect((await server.call('ctx_read', { id: '#1' })).isError).toBe(true);
    expect((await server.call('ctx_read', { id: '#2', lines: '17-17' })).text).toContain(`${KEPT}17`);
  });

  test('of a session takes its events and outputs, and no other one’s', async () => {
    const place = makePlace();
    await run({ ...place, env: { ...place.env, CLAUDE_CODE_SESSION_ID: 's-gone' } }, GONE);
    await run({ ...place, env: { ...place.env, CLAUDE_CODE_SESSION_ID: 's-kept' } }, KEPT);
    for (const session of ['s-gone', 's-kept'])
      await runHook(place, {
        input: hookPayload(place, {
          session_id: session,
          tool_name: 'Bash',
          tool_use_id: `call-of-${session}`,
        }),
      });
    mkdirSync(join(place.data, 'context'), { recursive: true });
    for (const session of ['s-gone', 's-kept'])
      writeFileSync(join(place.data, 'context', `${session}.json`), '{}');
    const { exitCode, stdout } = await runCli(place, 'purge', '--session', 's-gone', '--yes', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ removed: true, sources: 1, events: 1, left: [] });
    expect(filesWith(place, GONE)).toEqual([]);
    expect(filesWith(place, 's-gone').filter((file) => !file.endsWith('.jsonl'))).toEqual([]);
    expect(filesWith(place, 'call-of-s-gone')).toEqual([]);
    expect(filesWith(place, 'call-of-s-kept')).not.toEqual([]);
    expect(await found(place, `${KEPT}17`)).toContain(`${KEPT}17`);
    expect(await runCli(place, 'purge', '--session', 's-gone', '--yes')).toMatchObject({ exitCode: 2 });
  });

  test('of a project leaves the other projects alone; a server goes on with an empty store', async () => {
    const place = makePlace();
    const other: Place = { ...place, project: join(place.root, 'other') };
    mkdirSync(other.project);
    const server = await run(place, GONE);
    await run(other, KEPT);
    for (const at of [place, other])
      await runHook(at, { input: hookPayload(at, { tool_name: `Tool${at.project}`, tool_use_id: 't1' }) });
    const plan = await server.call('ctx_purge', { scope: 'project' });
    expect(plan.text).toContain('1 source');
    expect(plan.text).toContain('Nothing was removed');
    const done = await server.call('ctx_purge', { scope: 'project', confirm: true });
    expect(done.text).toContain('Nothing of it is left on disk');
    expect(filesWith(place, GONE)).toEqual([]);
    expect(await found(other, `${KEPT}17`)).toContain(`${KEPT}17`);
    await server.call('ctx_execute', { language: 'shell', code: printing(GONE) });
    expect((await server.call('ctx_search', { queries: [GONE] })).text).toContain(GONE);
    // A handle that a conversation still names never means something else.
    expect((await server.call('ctx_read', { id: '#2' })).isError).toBe(false);
    expect((await server.call('ctx_read', { id: '#1' })).isError).toBe(true);
  });

  test('of all leaves the settings', async () => {
    const place = makePlace();
    const other: Place = { ...place, project: join(place.root, 'other') };
    mkdirSync(other.project);
    await run(place, GONE);
    await run(other, GONE);
    await runHook(place, { input: hookPayload(place, { tool_name: GONE, tool_use_id: 't1' }) });
    await runCli(place, 'config', 'set', 'routing.advice', 'off');
    expect((await runCli(place, 'purge', '--all', '--yes')).exitCode).toBe(0);
    expect(filesWith(place, GONE)).toEqual([]);
    expect((await runCli(place, 'config', 'get', 'routing.advice')).stdout).toBe('off\n');
    expect(JSON.parse((await runCli(place, 'stats', '--json', '--all')).stdout)).toMatchObject({
      events: 0,
      sources: 0,
      chunks: 0,
      outputs: 0,
    });
  });

  test('takes nothing that is not ours, should the data folder be a folder of many things', async () => {
    const place = makePlace();
    await run(place, GONE);
    await runHook(place, { input: hookPayload(place, { tool_name: GONE, tool_use_id: 't1' }) });
    const others = [
      'logs/diary.txt',
      'logs/other.log',
      'context/notes.md',
      'context/old/a.json',
      'spool/mail.mbox',
      'spool/lines.jsonl',
      'projects/mine/code.c',
    ];
    for (const name of others) {
      mkdirSync(join(place.data, name, '..'), { recursive: true });
      writeFileSync(join(place.data, name), KEPT);
    }
    await runCli(place, 'purge', '--all', '--yes');
    expect(filesWith(place, GONE)).toEqual([]);
    for (const name of others) expect(readFileSync(join(place.data, name), 'utf8'), name).toBe(KEPT);
  });

  test.skipIf(process.platform === 'win32')('follows no link out of the data folder', async () => {
    const place = makePlace();
    await run(place, GONE);
    const precious = join(place.root, 'precious');
    mkdirSync(join(precious, 'sub'), { recursive: true });
    const names = ['5', 'sub/file', 'hook.log', 's.json', 'claude-code-s.jsonl', 'claude-code-t.jsonl.done'];
    for (const name of names) writeFileSync(join(precious, name), `${KEPT}\n`);
    const [project = ''] = readdirSync(join(place.data, 'projects'));
    for (const name of ['logs', 'context', 'spool', join('projects', project, 'out')]) {
      rmSync(join(place.data, name), { recursive: true, force: true });
      symlinkSync(precious, join(place.data, name));
    }
    await runCli(place, 'purge', '--project', '--yes');
    await runCli(place, 'purge', '--all', '--yes');
    for (const name of names) expect(readFileSync(join(precious, name), 'utf8'), name).toBe(`${KEPT}\n`);
  });

  test('needs one thing to purge', async () => {
    const place = makePlace();
    expect((await runCli(place, 'purge', '--yes')).stdout).toContain('Nothing was removed');
    for (const args of [
      ['--all', '--project'],
      ['--source', 'x'],
      ['--source', ''],
    ])
      expect((await runCli(place, 'purge', ...args)).exitCode).toBe(2);
    expect((await runCli(place, 'purge', '--source', '9', '--yes')).stderr).toContain('#9');
  });
});
