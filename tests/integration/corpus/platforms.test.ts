import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { PLATFORMS } from '#platforms/index.ts';
import { hookFixtures } from '../../helpers/hook-fixtures.ts';
import { copyProduct, shipped } from '../../helpers/product/bundles.ts';
import { runHook } from '../../helpers/product/hook-runner.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

const manifest = (path: string) => JSON.parse(readFileSync(shipped(path), 'utf8')) as Record<string, unknown>;

/** What a client of that name is answered at first, and the tools that it is shown. */
async function hello(place: Place, clientName: string, env: Readonly<Record<string, string>> = {}) {
  const server = await startServer(place, { clientName: null, env });
  const { result: initialized = {} } = await server.initialize(clientName);
  const list = await server.request('tools/list', {});
  await server.end();
  const tools = (list.result?.tools ?? []) as readonly { readonly name: string }[];
  return { initialized, tools, bytes: JSON.stringify(list.result) };
}

test('platforms-002: the whole name of a tool is made of the names in the manifests and the list', async () => {
  const plugin = String(manifest('.claude-plugin/plugin.json').name);
  const [server = ''] = Object.keys(manifest('.mcp.json').mcpServers as object);
  const { tools } = await hello(makePlace(), 'claude-code');
  expect(tools.length).toBeGreaterThan(0);
  for (const { name } of tools) {
    const tool = TOOL_NAMES.find((known) => known === name);
    expect(tool).toBeDefined();
    expect(tool && claudeCode.toolName(tool)).toBe(`mcp__plugin_${plugin}_${server}__${name}`);
  }
});

test.each(['claude-ai', 'claude-code-acp', 'claude', 'Claude', ''])(
  'platforms-012: a client that calls itself %j is not Claude Code',
  async (clientName) => {
    const { tools, initialized } = await hello(makePlace(), clientName);
    // It has no commands in place of tools, and no hooks that would tell it anything.
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    expect(String(initialized.instructions)).toContain('ctx_search');
  },
);

test.each([
  ['Claude Code, by the hooks of its plugin', 'claude-code', {}, true],
  ['an agent that was exported to', 'cursor-vscode', { PLIMSOLL_HOST: 'cursor' }, true],
  ['the same, set up by hand', 'cursor-vscode', {}, false],
  ['an agent that nobody knows', 'some-client', {}, false],
  ['one that says it is another', 'some-client', { PLIMSOLL_HOST: 'nobody' }, false],
])('guidance by the server is for whom nothing else guides: %s', async (_who, clientName, env, isGuided) => {
  const { initialized } = await hello(makePlace(), clientName, env);
  expect(initialized.instructions === undefined).toBe(isGuided);
});

test.each(['some-client', ...PLATFORMS.flatMap(({ clientNames }) => clientNames)])(
  'platforms-014: %s is given the same bytes at every start',
  async (clientName) => {
    const [one, two] = [await hello(makePlace(), clientName), await hello(makePlace(), clientName)];
    expect(two.bytes).toBe(one.bytes);
    expect(JSON.stringify(two.initialized)).toBe(JSON.stringify(one.initialized));
  },
);

test.each(PLATFORMS.map(({ id, events }) => [id, events] as const))(
  'platforms-024: %s is not told of tools that cannot be there',
  async (id, events) => {
    const place = makePlace();
    const [start = ''] = Object.entries(events).find(([, name]) => name === 'session_start') ?? [];
    const input = JSON.stringify({ ...hookFixtures(id, start)[0]?.input, source: 'startup' });
    const without = copyProduct(join(place.root, 'broken'), { without: ['server.mjs'] });
    const call = { args: [id, start], input };
    expect((await runHook(place, call)).stdout).toContain('ctx_search');
    expect((await runHook(place, { ...call, dist: join(without, 'dist') })).stdout).not.toContain('ctx_');
  },
);
