import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../helpers/product/line-client.ts';
import { otherAgent } from '../../helpers/product/other-agent.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

const RUN = [
  ...Array.from({ length: 600 }, (_, i) => `ok ${i} - keeps the ${i}th order in its place (${i % 7} ms)`),
  'not ok 601 - refuses an empty basket',
  '# fail 1',
].join('\n');
const SHORT = 'ok 1 - all is well';

const shell = (text: string, exit = '') => ({
  tool_name: 'run_shell_command',
  tool_input: { command: 'npm test' },
  tool_response: {
    llmContent: `<untrusted_context>\nOutput: ${text}${exit}\nProcess Group PGID: 12345\n</untrusted_context>`,
    returnDisplay: text,
  },
});
const ofServer = (text: string) => ({
  tool_name: 'mcp_tracker_list_issues',
  tool_input: { project: 'p' },
  tool_response: {
    llmContent: [{ text: `<untrusted_context>\n${text}\n</untrusted_context>` }],
    returnDisplay: '',
  },
});

/** A server of ours finds and reads what a hook stored. */
async function search(place: Place, query: string): Promise<string> {
  const server = await startServer(place);
  const found = await server.call('ctx_search', { queries: [query] });
  await server.end();
  return found.text;
}

describe('Gemini CLI', () => {
  test('reads a digest in place of a long result, which is kept whole and found', async () => {
    const place = makePlace();
    const { replaced } = await otherAgent('gemini-cli', place).tell('AfterTool', shell(RUN));
    const text = String(replaced);
    expect(text).toMatch(
      /^The call was made and has ended; a digest of its long result:\n<untrusted_context>\n/,
    );
    expect(text).toContain('not ok 601 - refuses an empty basket');
    expect(text).toMatch(/\[#1: [\d,]+ of [\d,]+ lines shown, .*ctx_read\(id: "#1"/);
    expect(text.trimEnd().endsWith('</untrusted_context>')).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThan(4_000);
    expect(text).not.toContain('PGID');
    expect(await search(place, 'keeps the 300th order')).toContain('300th order');
  });

  test('reads a digest of a result of any MCP server, but of none of ours', async () => {
    const place = makePlace();
    const agent = otherAgent('gemini-cli', place);
    expect((await agent.tell('AfterTool', ofServer(RUN))).replaced).toContain('not ok 601');
    const own = { ...ofServer(RUN), tool_name: 'mcp_plimsoll_ctx_execute' };
    expect(await agent.tell('AfterTool', own)).toEqual({});
  });

  test('the same call told by two hooks is answered alike and stored once', async () => {
    const place = makePlace();
    const agent = otherAgent('gemini-cli', place);
    const [one, two] = [await agent.tell('AfterTool', shell(RUN)), await agent.tell('AfterTool', shell(RUN))];
    expect(two).toEqual(one);
    const server = await startServer(place);
    const { data } = await server.call('ctx_stats', {});
    expect(data).toMatchObject({ outputs: 1, sources: 1, events: 1, sessions: 1 });
    await server.end();
  });

  test.each([
    ['short', shell(SHORT), {}],
    ['when the user wants no digests', shell(RUN), { PLIMSOLL_GOVERNOR_MODE: 'off' }],
    ['of what the model writes itself', { ...shell(RUN), tool_name: 'write_file' }, {}],
    [
      'of lines that were asked for',
      {
        tool_name: 'read_file',
        tool_input: { file_path: 'a.log', start_line: 1 },
        tool_response: { llmContent: RUN },
      },
      {},
    ],
  ])('a result stays as it is: %s', async (_what, fields, env) => {
    const place = makePlace();
    expect((await otherAgent('gemini-cli', place, env).tell('AfterTool', fields)).replaced).toBeUndefined();
  });

  test('a limit of the user counts, as a variable and in the file of settings', async () => {
    const text = RUN.slice(0, 2_000);
    const place = makePlace();
    const agent = otherAgent('gemini-cli', place, { PLIMSOLL_GOVERNOR_LIMIT_BYTES: '1000' });
    expect((await agent.tell('AfterTool', shell(text))).replaced).toContain('#1');
    const other = makePlace();
    await otherAgent('gemini-cli', other).tell('SessionStart');
    writeFileSync(join(other.data, 'config.json'), '{"governor":{"limitBytes":1000}}');
    expect((await otherAgent('gemini-cli', other).tell('AfterTool', shell(text))).replaced).toContain('#1');
  });

  test('a command that failed is remembered as one, with what it said', async () => {
    const place = makePlace();
    const agent = otherAgent('gemini-cli', place);
    await agent.tell(
      'AfterTool',
      shell('FAIL tests/a.test.ts\nTypeError: token is undefined', '\nExit Code: 1'),
    );
    await agent.tell('SessionEnd');
    const server = await startServer(place);
    const found = await server.call('ctx_search', { queries: ['token is undefined'], kind: 'event' });
    expect(found.text).toContain('token is undefined');
    await server.end();
  });
});

describe('Cursor', () => {
  const mcp = {
    tool_name: 'MCP:list_issues',
    tool_output: JSON.stringify({
      content: [
        { type: 'text', text: RUN },
        { type: 'image', data: 'AAAA' },
      ],
    }),
  };
  const command = { tool_name: 'Shell', tool_output: JSON.stringify({ output: RUN, exitCode: 0 }) };

  test('reads a digest in place of what an MCP server said; images stay', async () => {
    const place = makePlace();
    const { replaced } = await otherAgent('cursor', place).tell('postToolUse', mcp);
    const { content } = replaced as { readonly content: readonly { text?: string; type: string }[] };
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(content[0]?.text).toContain('not ok 601');
    expect(content[0]?.text).toContain('#1');
  });

  test('is told once how a long command is called, since its result cannot be replaced', async () => {
    const place = makePlace();
    const agent = otherAgent('cursor', place);
    const first = await agent.tell('postToolUse', { ...command, tool_use_id: 'a' });
    expect(first.replaced).toBeUndefined();
    expect(first.context).toMatch(/^plimsoll: ctx_execute shows a digest/);
    expect(await agent.tell('postToolUse', { ...command, tool_use_id: 'b' })).toEqual({});
    // What was said is gone with the rest of the context.
    await agent.tell('preCompact');
    expect((await agent.tell('postToolUse', { ...command, tool_use_id: 'c' })).context).toContain(
      'ctx_execute',
    );
  });
});

describe('Kiro', () => {
  test.each([
    ['kiro', 'PostToolUse'],
    ['kiro2', 'postToolUse'],
  ])('%s takes nothing from %s, and is told nothing', async (id, event) => {
    const place = makePlace();
    const fields = { tool_name: 'shell', tool_response: { success: true, result: [RUN] } };
    expect(await otherAgent(id, place).run(event, fields)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});
