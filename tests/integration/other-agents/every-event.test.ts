import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { PLATFORMS } from '#platforms/index.ts';
import { hookFixtures } from '../../helpers/hook-fixtures.ts';
import { runHook } from '../../helpers/product/hook-runner.ts';
import { otherAgent, spooled } from '../../helpers/product/other-agent.ts';
import { makePlace } from '../../helpers/product/places.ts';

const OTHERS = PLATFORMS.filter(({ id }) => id !== 'claude-code');
const EVENTS = OTHERS.flatMap((platform) =>
  Object.entries(platform.events).flatMap(([event, name]) =>
    hookFixtures(platform.id, event).map(
      ({ file, input }) => [platform.id, file, event, name, input] as const,
    ),
  ),
);

test.each(EVENTS)(
  '%s takes the answer to %s as it is meant, and it is recorded once',
  async (id, _file, event, name, input) => {
    const place = makePlace();
    await otherAgent(id, place).tell(event, {
      ...input,
      cwd: place.project,
      workspace_roots: [place.project],
    });
    const events = spooled(place);
    // Without a chat to look into, an event that comes before every request means nothing.
    if (id === 'gemini-cli' && name === 'pre_compact') expect(events).toEqual([]);
    else expect(events).toMatchObject([{ platform: id, name, cwd: place.project }]);
  },
);

test.each([
  ...OTHERS.map(({ id }) => [id, 'beforeagent'] as const),
  ...OTHERS.map(({ id }) => [id, 'PreToolUseX'] as const),
  ['claude-code', 'beforeagent'] as const,
  ['cursor', 'BeforeAgent'] as const,
  ['nobody', 'SessionStart'] as const,
  ['../../nobody', '../../../SessionStart'] as const,
  ['kiro', '../../x'] as const,
])('platforms-016: %s has no event %s: exit 0, and nothing is said', async (id, event) => {
  const place = makePlace();
  const input = JSON.stringify({ session_id: 's', conversation_id: 's', cwd: place.project });
  const { exitCode, stdout, stderr } = await runHook(place, { args: [id, event], input });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(spooled(place)).toEqual([]);
  // What the agent calls itself and its event names no file.
  expect(readdirSync(place.root).sort()).toEqual(
    ['agent', 'home', 'project', 'temp'].concat(existsSync(place.data) ? [basename(place.data)] : []).sort(),
  );
});

test('platforms-017: the start of a session answers in the form of the agent, and the user reads nothing of it', async () => {
  const place = makePlace();
  const { stdout } = await otherAgent('gemini-cli', place).run('SessionStart');
  expect(Object.keys(JSON.parse(stdout))).toEqual(['hookSpecificOutput']);
  for (const { id, events } of OTHERS) {
    const [event = ''] = Object.entries(events).find(([, name]) => name === 'session_start') ?? [];
    expect((await otherAgent(id, place).tell(event)).context, id).toContain('ctx_search');
  }
});

test.each(OTHERS.map(({ id }) => [id] as const))('%s is not held up by what is no event', async (id) => {
  const place = makePlace();
  for (const input of ['', 'null', '[]', '{}', '{"session_id":5}', '{"session_id":"s"', 'text']) {
    const [event = ''] = Object.keys(OTHERS.find((platform) => platform.id === id)?.events ?? {});
    const { exitCode, stdout, stderr } = await runHook(place, { args: [id, event], input });
    expect({ exitCode, stdout, stderr }, input).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  }
  expect(spooled(place)).toEqual([]);
});

const SESSION = String(hookFixtures('claude-code', 'SessionStart')[0]?.input.session_id);
const CLAUDE = hookFixtures('claude-code', 'PreToolUse')[0]?.input ?? {};

test.each([
  ['cursor', hookFixtures('cursor', 'preToolUse')[0]?.input, {}],
  ['gemini', hookFixtures('gemini-cli', 'BeforeTool')[0]?.input, {}],
  ['copilot', { ...CLAUDE, tool_result: 'x' }, {}],
  ['copilot, camel case', { sessionId: 's', toolName: 'bash', toolArgs: '{}' }, {}],
  ['codex', { ...CLAUDE, turn_id: '1', model: 'gpt' }, {}],
  ['qwen', { ...CLAUDE, tool_call_id: 'c', timestamp: 't' }, {}],
  ['a Codex that starts', { ...CLAUDE, transcript_path: '/home/user/.codex/sessions/2026/r.jsonl' }, {}],
  ['droid', { ...CLAUDE, transcript_path: '/home/user/.factory/sessions/p/s.jsonl' }, {}],
  ['kimi', { ...CLAUDE, client_type: 'kimi_code_cli' }, {}],
  ['a Cursor that sends what Claude Code sends', CLAUDE, { CURSOR_VERSION: '3.18.25' }],
  ['a Copilot that does', CLAUDE, { COPILOT_CLI: '1' }],
  ['a Droid that does', CLAUDE, { FACTORY_PROJECT_DIR: '/p' }],
  ['a Devin that does', CLAUDE, { DEVIN_PROJECT_DIR: '/p' }],
  [
    'a Droid that was started by a Claude Code',
    CLAUDE,
    { FACTORY_PROJECT_DIR: '/p', CLAUDE_CODE_SESSION_ID: 'x' },
  ],
  ['a Codex that does', CLAUDE, { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' }],
])('a hook of Claude Code says and records nothing where it is run by %s', async (_who, input, env) => {
  const place = makePlace();
  const event = { ...input, cwd: place.project };
  for (const name of ['PreToolUse', 'SessionStart', 'PostToolUse']) {
    const call = { args: ['claude-code', name], input: JSON.stringify(event), env };
    expect(await runHook(place, call)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  }
  expect(existsSync(place.data)).toBe(false);
});

test.each([
  ['plain', {}],
  ['which says so itself', { CLAUDECODE: '1' }],
  ['started by a Copilot', { CLAUDECODE: '1', COPILOT_CLI: '1' }],
  ['started by a Gemini CLI', { CLAUDECODE: '1', GEMINI_SESSION_ID: 's' }],
  ['with the folder that half of all agents name', { CLAUDE_PROJECT_DIR: '/p' }],
  [
    'whose session is the one that its environment names',
    { CLAUDE_CODE_SESSION_ID: SESSION, QWEN_PROJECT_DIR: '/p' },
  ],
])('in Claude Code itself it works: %s', async (_how, env) => {
  const place = makePlace();
  const input = JSON.stringify({
    ...hookFixtures('claude-code', 'SessionStart')[0]?.input,
    cwd: place.project,
  });
  const { stdout } = await runHook(place, { args: ['claude-code', 'SessionStart'], input, env });
  expect(stdout).toContain('ctx_search');
  expect(spooled(place)).toHaveLength(1);
});
