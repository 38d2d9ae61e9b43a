import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { otherAgent, spooled } from '../../helpers/product/other-agent.ts';
import { makePlace, makeStrictPlace, writeSettings } from '../../helpers/product/places.ts';

/** How each agent tells of a shell command, and of a call of ours. */
const AGENTS = [
  ['gemini-cli', 'BeforeTool', 'run_shell_command', 'mcp_plimsoll_ctx_execute'],
  ['cursor', 'preToolUse', 'Shell', 'MCP:ctx_execute'],
  ['cursor', 'preToolUse', 'run_terminal_cmd', 'MCP:ctx_execute'],
  ['kiro', 'PreToolUse', 'shell', '@plimsoll/ctx_execute'],
  ['kiro', 'PreToolUse', 'execute_bash', '@plimsoll/ctx_execute'],
  ['kiro2', 'preToolUse', 'execute_bash', '@plimsoll/ctx_execute'],
] as const;
const CURL = 'curl -s https://example.com/docs';

describe.each(AGENTS)('%s %s %s', (id, event, shell, own) => {
  const command = (text: string) => ({ tool_name: shell, tool_input: { command: text } });
  const canReplace = id === 'gemini-cli';

  test('a call that would flood the context is refused where its result could not be made short', async () => {
    const place = makePlace();
    const { refused } = await otherAgent(id, place).tell(event, command(CURL));
    if (canReplace) expect(refused).toBeUndefined();
    else {
      expect(refused).toContain('Not run: curl would print the page.');
      expect(refused).toMatch(/ ctx_fetch_and_index\(url: "https:\/\/example\.com\/docs"\)$/);
    }
    expect(spooled(place)).toHaveLength(1);
  });

  test.each([
    'git status --short',
    'curl -s https://example.com/x -o x',
    'curl -s http://localhost:3000/',
    'mkdir -p a',
  ])('%s runs', async (text) => {
    const place = makePlace();
    expect(await otherAgent(id, place).run(event, command(text))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('the user decides whether calls are sent another way', async () => {
    const place = makePlace();
    const off = otherAgent(id, place, { PLIMSOLL_ROUTING_MODE: 'off' });
    expect(await off.tell(event, command(CURL))).toEqual({});
    const on = otherAgent(id, place, { PLIMSOLL_ROUTING_MODE: 'redirect' });
    expect((await on.tell(event, command(CURL))).refused).toContain('ctx_fetch_and_index');
  });

  test('a rule that forbids a call of ours forbids it here', async () => {
    const place = makeStrictPlace();
    writeSettings(join(place.home, '.claude'), { permissions: { deny: ['Bash(rm *)'] } });
    const call = (code: string) => ({ tool_name: own, tool_input: { language: 'shell', code } });
    const agent = otherAgent(id, place);
    expect((await agent.tell(event, call('git status && rm -rf build'))).refused).toMatch(/rm/);
    // What has to be asked about is asked by the server: a yes that the agent got would not reach it.
    expect(await agent.tell(event, call('make install'))).toEqual({});
  });
});
