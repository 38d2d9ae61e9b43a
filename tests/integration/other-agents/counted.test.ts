import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../helpers/product/command-line.ts';
import { addedTexts, otherAgent } from '../../helpers/product/other-agent.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

interface Counted {
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  readonly producedBytes: number;
  readonly hostBytes: number;
  readonly enteredBytes: number;
  readonly overheadBytes: number;
}

async function countedAs(place: Place, name: string): Promise<Counted | undefined> {
  const { stdout } = await runCli(place, 'stats', '--json');
  const { byTool } = JSON.parse(stdout) as { readonly byTool: readonly Counted[] };
  return byTool.find((tool) => tool.name === name);
}

const LINES = Array.from({ length: 900 }, (_, i) => `ok ${i} - keeps the ${i}th order in its place`).join(
  '\n',
);
const SOME = LINES.slice(0, 20_000);
const fenced = (text: string): string => `<untrusted_context>\n${text}\n</untrusted_context>`;

describe('a result that a hook process of Gemini CLI makes short', () => {
  const shell = {
    tool_name: 'run_shell_command',
    tool_input: { command: 'npm test' },
    // Less than the agent itself would cut.
    tool_response: { llmContent: fenced(`Output: ${SOME}\nProcess Group PGID: 1`), returnDisplay: '' },
  };

  test('is counted as by a server, once however many hooks tell of it', async () => {
    const place = makePlace();
    const agent = otherAgent('gemini-cli', place);
    const { replaced } = await agent.tell('AfterTool', shell);
    await agent.tell('AfterTool', shell);
    const counted = await countedAs(place, 'run_shell_command');
    expect(counted).toMatchObject({ kind: 'output', count: 1 });
    const { producedBytes = 0, hostBytes = 0, enteredBytes = 0, overheadBytes = 0 } = counted ?? {};
    expect(producedBytes).toBeGreaterThanOrEqual(Buffer.byteLength(SOME));
    expect(enteredBytes).toBeGreaterThan(0);
    expect(overheadBytes).toBeGreaterThan(0);
    // Around it stand the lines by which this agent is told that nothing failed.
    expect(enteredBytes + overheadBytes).toBeLessThanOrEqual(Buffer.byteLength(String(replaced)));
    expect(hostBytes).toBeGreaterThan(enteredBytes + overheadBytes);
  });

  test('saves what a file has, though nobody knows how this agent numbers lines', async () => {
    const place = makePlace();
    const file = join(place.project, 'orders.log');
    const read = {
      tool_name: 'read_file',
      tool_input: { absolute_path: file, file_path: file },
      tool_response: { llmContent: fenced(LINES), returnDisplay: '' },
    };
    const { replaced } = await otherAgent('gemini-cli', place).tell('AfterTool', read);
    expect(String(replaced)).toContain('orders.log exactly]');
    const counted = await countedAs(place, 'read_file');
    const { hostBytes = 0, producedBytes = 0, enteredBytes = 0 } = counted ?? {};
    expect(producedBytes).toBeGreaterThan(16_000);
    expect(hostBytes).toBe(producedBytes);
    expect(enteredBytes).toBeGreaterThan(100);
    expect(enteredBytes).toBeLessThan(hostBytes);
  });
});

describe('a text that a hook process adds', () => {
  test.each([
    ['gemini-cli', 'SessionStart'],
    ['cursor', 'sessionStart'],
    ['kiro', 'SessionStart'],
  ] as const)('is counted with its bytes: %s', async (id, event) => {
    const place = makePlace();
    const { context = '' } = await otherAgent(id, place).tell(event);
    expect(context).toContain('ctx_search');
    expect(addedTexts(place).map(({ detail, bytes }) => [detail, bytes])).toEqual([
      ['session_start', Buffer.byteLength(context)],
    ]);
    expect(await countedAs(place, 'session_start')).toMatchObject({
      kind: 'text',
      count: 1,
      overheadBytes: Buffer.byteLength(context),
    });
  });

  test.each([
    ['cursor', 'preToolUse', 'Shell'],
    ['kiro', 'PreToolUse', 'shell'],
    ['kiro2', 'preToolUse', 'execute_bash'],
  ] as const)('so is a refusal, also one by exit code: %s', async (id, event, tool) => {
    const place = makePlace();
    const call = { tool_name: tool, tool_input: { command: 'curl -s https://example.com/docs' } };
    const { refused = '' } = await otherAgent(id, place).tell(event, call);
    expect(refused).toContain('Not run');
    expect(addedTexts(place).map(({ bytes }) => bytes)).toEqual([Buffer.byteLength(refused)]);
  });

  test('what says nothing is not counted', async () => {
    const place = makePlace();
    const call = { tool_name: 'shell', tool_input: { command: 'git status' } };
    await otherAgent('kiro', place).run('PreToolUse', call);
    expect(addedTexts(place)).toEqual([]);
  });
});
