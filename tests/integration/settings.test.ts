import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStats, runCli } from '../helpers/product/command-line.ts';
import { runHook } from '../helpers/product/hook-runner.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

/** Tells the server of a finished command with a large result; whether it replaces that. */
async function isGoverned(
  server: Awaited<ReturnType<typeof startServer>>,
  place: Place,
  id: string,
): Promise<boolean> {
  const stdout = Array.from({ length: 900 }, (_, i) => `line ${i} of a long story`).join('\n');
  const { text } = await server.call('hook_event', {
    event: 'PostToolUse',
    session_id: 's1',
    cwd: place.project,
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: '{"command":"tell"}',
    tool_response: JSON.stringify({ stdout, stderr: '', interrupted: false, isImage: false }),
  });
  return text.includes('updatedToolOutput');
}

describe('settings', () => {
  test('are set, read, listed and taken out', async () => {
    const place = makePlace();
    expect(await runCli(place, 'config', 'get', 'index.maxFiles')).toMatchObject({
      exitCode: 0,
      stdout: '20000\n',
    });
    expect((await runCli(place, 'config', 'set', 'index.maxFiles', '7')).exitCode).toBe(0);
    expect((await runCli(place, 'config', 'get', 'index.maxFiles')).stdout).toBe('7\n');
    const { stdout } = await runCli(place, 'config', 'list', '--json');
    const listed = JSON.parse(stdout) as { settings: { key: string }[]; problems: string[] };
    expect(listed.problems).toEqual([]);
    expect(listed.settings.find(({ key }) => key === 'index.maxFiles')).toMatchObject({
      value: '7',
      origin: 'user file',
    });
    await runCli(place, 'config', 'unset', 'index.maxFiles');
    expect(JSON.parse(readFileSync(join(place.data, 'config.json'), 'utf8'))).toEqual({});
  });

  test('that are no settings, or values that are not accepted, are refused with what is', async () => {
    const place = makePlace();
    expect(await runCli(place, 'config', 'set', 'governor.mode', 'on')).toMatchObject({
      exitCode: 2,
      stderr: 'plimsoll: governor.mode cannot be "on"; accepted: govern, advise, off.\n',
    });
    expect(await runCli(place, 'config', 'get', 'no.such')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('governor.mode'),
    });
    expect((await runCli(place, 'config', 'set', 'governor.mode')).exitCode).toBe(2);
    expect((await runCli(place, 'config', 'forget')).exitCode).toBe(2);
  });

  test('count in a running server with the next call; a project may switch off, and no more', async () => {
    const place = makePlace();
    const server = await startServer(place);
    expect(await isGoverned(server, place, 't1')).toBe(true);
    await runCli(place, 'config', 'set', 'governor.mode', 'off');
    expect(await isGoverned(server, place, 't2')).toBe(false);
    const projectFile = join(place.project, '.plimsoll.json');
    writeFileSync(projectFile, '{"governor":{"mode":"govern"}}');
    expect(await isGoverned(server, place, 't3')).toBe(false);
    await runCli(place, 'config', 'unset', 'governor.mode');
    expect(await isGoverned(server, place, 't4')).toBe(true);
    writeFileSync(projectFile, '{"governor":{"mode":"off"}}');
    expect(await isGoverned(server, place, 't5')).toBe(false);
  });

  test('that cannot be understood stop nothing: the default counts, and the log says why', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await runCli(place, 'config', 'set', 'governor.mode', 'off');
    writeFileSync(join(place.data, 'config.json'), '{"governor":{"mode":"never"}}');
    expect(await isGoverned(server, place, 't1')).toBe(true);
    expect(readFileSync(join(place.data, 'logs/server.log'), 'utf8')).toContain(
      'accepted: govern, advise, off',
    );
    const { exitCode, stderr } = await runCli(place, 'config', 'list');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('"never"');
  });
});

describe('off switches', () => {
  const start = (place: Place, id: string, env: Readonly<Record<string, string>> = {}) => {
    const input = { session_id: id, cwd: place.project, hook_event_name: 'SessionStart', source: 'startup' };
    return runHook(place, { args: ['claude-code', 'SessionStart'], input: JSON.stringify(input), env });
  };
  const eventsIn = async (place: Place): Promise<number> => (await readStats(place)).events;

  test.each(['config.json', '.plimsoll.json'])(
    'continuity.capture off in %s holds for process hooks',
    async (file) => {
      const place = makePlace();
      mkdirSync(place.data, { mode: 0o700 });
      const path = join(file === 'config.json' ? place.data : place.project, file);
      writeFileSync(path, '\uFEFF{"continuity":{"capture":"off"}}');
      expect((await start(place, 's1')).exitCode).toBe(0);
      expect(await eventsIn(place)).toBe(0);
      // The variable of a session is stronger than files.
      await start(place, 's2', { PLIMSOLL_CONTINUITY_CAPTURE: 'on' });
      expect(await eventsIn(place)).toBe(1);
      for (const content of ['{"continuity":{"capture":"on"}}', '{"continuity":[]}', 'no JSON', '{}']) {
        writeFileSync(path, content);
        const before = await eventsIn(place);
        await start(place, `s-${content.length}`);
        expect(await eventsIn(place)).toBe(before + 1);
      }
    },
  );

  test('one session, by its variable', async () => {
    const place = makePlace();
    await start(place, 's1', { PLIMSOLL_CONTINUITY_CAPTURE: 'off' });
    await start(place, 's2');
    expect(await eventsIn(place)).toBe(1);
  });
});
