import { expect, test } from 'vitest';
import { askHook, bashResult, readResult } from '../../helpers/product/hook-answers.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, namesIn } from '../../helpers/product/places.ts';

const BIG = 'word after word\n'.repeat(3_000);
const { stderr: _stderr, ...WITHOUT_STDERR } = bashResult(BIG);
const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Tool, result, and whether a line in the log says that it was not understood. */
const RESULTS: readonly (readonly [what: string, tool: string, response: unknown, isLogged: boolean])[] = [
  ['nothing at all', 'Bash', undefined, true],
  ['null', 'Bash', null, true],
  ['a number', 'Bash', 7, true],
  ['a text where an object is known', 'Bash', BIG, true],
  ['a list where an object is known', 'Bash', [bashResult(BIG)], true],
  ['a missing field', 'Bash', WITHOUT_STDERR, true],
  ['a field of another type', 'Bash', bashResult(BIG, { stdout: [BIG] }), true],
  ['an image', 'Bash', bashResult(BIG, { isImage: true }), false],
  ['Read: null', 'Read', null, true],
  ['Read: a list', 'Read', [BIG], true],
  ['Read: no file', 'Read', { type: 'text' }, true],
  ['Read: a file without content', 'Read', { type: 'text', file: { filePath: '/p/a.log' } }, true],
  ['Read: an image', 'Read', { type: 'image', file: { base64: BIG } }, false],
  ['Read: a kind that is new', 'Read', { type: 'hologram', file: { rays: BIG } }, false],
  ['Agent: one that was only started', 'Agent', { status: 'async_launched', agentId: 'a' }, false],
  ['Agent: no content', 'Agent', { status: 'completed', result: BIG }, true],
  ['Agent: content of another type', 'Agent', { status: 'completed', content: BIG }, true],
  ['MCP: an object', 'mcp__x__y', { text: BIG }, true],
  ['MCP: null', 'mcp__x__y', null, false],
  ['MCP: a list of nothing', 'mcp__x__y', [null, 7, [BIG]], false],
  ['MCP: only resources', 'mcp__x__y', [{ type: 'resource', resource: { text: BIG } }], false],
  ['WebFetch: no result', 'WebFetch', { bytes: 9, code: 200 }, true],
  ['an unknown tool, small', 'FutureTool', { novel: true }, false],
  ['an unknown tool, large', 'FutureTool', { novel: BIG }, true],
  ['an unknown tool, five megabytes', 'FutureTool', { novel: 'x'.repeat(5_000_000) }, true],
  ['what the model has written itself', 'Write', { type: 'create', content: BIG, originalFile: null }, false],
  ['a name that every object has', 'constructor', { novel: BIG }, true],
  ['nested beyond reason', 'Bash', deep(3_000), true],
];

test.each(RESULTS)(
  '%s passes untouched, and is logged once or not at all',
  async (_, tool, response, isLogged) => {
    const place = makePlace();
    const server = await startServer(place);
    for (const id of ['t1', 't2', 't3'])
      expect(
        await askHook(server, place, { event: 'PostToolUse', tool, id, input: {}, response }),
      ).toBeUndefined();
    expect(loggedCodes(place, 'server')).toEqual(isLogged ? ['HOOK_RESULT_UNKNOWN'] : []);
    // The server goes on with what it understands.
    const good = { event: 'PostToolUse', tool: 'Bash', id: 'good', input: {}, response: bashResult(BIG) };
    expect((await askHook(server, place, good))?.updatedToolOutput).toBeDefined();
  },
);

test.each(RESULTS)(
  '%s on the door of processes: success and silence',
  async (_, tool_name, tool_response) => {
    const place = makePlace();
    const input = hookPayload(place, { tool_name, tool_use_id: 't1', tool_input: {}, tool_response });
    expect(await runHook(place, { input })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  },
);

test('new fields beside the known ones stay, and the result is made short', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const response = bashResult(BIG, { novel: { deep: [1] }, returnCodeInterpretation: null });
  const answer = await askHook(server, place, { event: 'PostToolUse', tool: 'Bash', input: {}, response });
  expect(answer?.updatedToolOutput).toMatchObject({ novel: { deep: [1] }, returnCodeInterpretation: null });
});

test('inputs that are no object do not matter for the result', async () => {
  const place = makePlace();
  const server = await startServer(place);
  for (const [n, input] of [undefined, null, [], 'x', 7].entries()) {
    const response = bashResult(`${n}\n${BIG}`);
    const call = { event: 'PostToolUse', tool: 'Bash', id: `t${n}`, input, response };
    expect((await askHook(server, place, call))?.updatedToolOutput).toMatchObject({ stderr: '' });
  }
});

test('an agent inside an agent: its calls are made short as any other, its report keeps its parts', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const inner = { event: 'PostToolUse', agent: 'a2', more: { agent_type: 'general-purpose' } };
  const shell = { ...inner, tool: 'Bash', id: 'b', input: {}, response: bashResult(BIG) };
  expect((await askHook(server, place, shell))?.updatedToolOutput).toBeDefined();
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  const report = {
    status: 'completed',
    content: [{ type: 'text', text: BIG }, image],
    agentId: 'a3',
    usage: {},
  };
  const agent = { ...inner, tool: 'Agent', id: 'a', input: { prompt: 'x' }, response: report };
  expect((await askHook(server, place, agent))?.updatedToolOutput).toEqual({
    ...report,
    content: [{ type: 'text', text: expect.stringMatching(/\[#\d+: /) }, image],
  });
});

test('a small result and a file that is read to be edited leave nothing behind', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const small = { event: 'PostToolUse', tool: 'Bash', id: 's', input: {}, response: bashResult('fine\n') };
  const source = {
    ...small,
    tool: 'Read',
    id: 'r',
    response: readResult('/p/a.ts', 'const a = 1;\n'.repeat(900)),
  };
  for (const call of [small, source]) expect(await askHook(server, place, call)).toBeUndefined();
  const [project = ''] = namesIn(place.data, 'projects');
  expect(namesIn(place.data, 'projects', project, 'out')).toEqual([]);
});
