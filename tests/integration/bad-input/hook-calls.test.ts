import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentOf, HOOK_LIMIT_MS, hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { loggedCodes, makePlace } from '../../helpers/product/places.ts';
import { isPosix } from '../../helpers/product/processes.ts';

test.each([
  ['an unknown agent', ['no-such-agent', 'PostToolUse']],
  ['an unknown event', ['claude-code', 'NoSuchEvent']],
  ['a name that every object has', ['claude-code', 'constructor']],
  ['another such name', ['claude-code', '__proto__']],
  ['an agent of such a name', ['toString', 'PostToolUse']],
  ['an event in the wrong case', ['claude-code', 'posttooluse']],
  ['no event', ['claude-code']],
  ['no arguments', []],
])('%s: success, silence, and a logged code', async (_what, args) => {
  const place = makePlace();
  const end = await runHook(place, { args, input: hookPayload(place) });
  expect(end).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(loggedCodes(place, 'hook')).toEqual(['HOOK_EVENT_UNKNOWN']);
});

test('a closed stdout ends the hook at once, without an error', async () => {
  const place = makePlace();
  const args = ['claude-code', 'SessionStart'];
  const input = hookPayload(place, { source: 'startup' });
  const open = await runHook(place, { args, input });
  expect(documentOf(open.stdout)).toBeTypeOf('object');
  const closed = await runHook(place, { args, input, closeStdout: true });
  expect(closed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(closed.durationMs).toBeLessThan(HOOK_LIMIT_MS);
});

describe('a data directory that cannot be used', () => {
  test('a file in its place: success and silence', async () => {
    const place = makePlace();
    writeFileSync(place.data, 'not a folder');
    expect(await runHook(place, { input: hookPayload(place) })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('a file in place of its spool: the fault is logged', async () => {
    const place = makePlace();
    mkdirSync(place.data);
    writeFileSync(join(place.data, 'spool'), 'not a folder');
    const end = await runHook(place, { input: hookPayload(place) });
    expect(end).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(new Set(loggedCodes(place, 'hook'))).toEqual(new Set(['HOOK_FAILED']));
  });

  test.skipIf(!isPosix)('neither HOME nor PLIMSOLL_HOME: success and silence', async () => {
    const place = makePlace();
    const env = { HOME: '', USERPROFILE: '', PLIMSOLL_HOME: '' };
    expect(await runHook(place, { input: hookPayload(place), env })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('the session still gets its text at the start', async () => {
    const place = makePlace();
    writeFileSync(place.data, 'not a folder');
    const input = hookPayload(place, { source: 'startup' });
    const end = await runHook(place, { args: ['claude-code', 'SessionStart'], input });
    expect(end).toMatchObject({ exitCode: 0, stderr: '' });
    expect(documentOf(end.stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } });
  });
});
