import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, it } from 'vitest';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { Gate } from '#features/policy/gate.ts';
import { createMcpServer, type McpServerOptions } from '#mcp/server.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { findPlatformByClient } from '#platforms/index.ts';
import { policyOf } from '../features/policy/policies.ts';

/** A client connected to the real server function, whose tools have nothing to work with. */
async function connect(clientName: string, over: Partial<McpServerOptions> = {}): Promise<Client> {
  const faults: string[] = [];
  const server = createMcpServer({
    version: '0.0.0',
    context: () => {
      throw new Error('no tool may need the store here');
    },
    onHook: async () => '{}',
    gate: new Gate({
      policy: () => policyOf(),
      judge: () => ({ verdict: 'allow', reason: 'no rule here' }),
      isHostAsking: () => false,
      nowMs: Date.now,
    }),
    platformOf: (name) => findPlatformByClient(name ?? ''),
    isGuided: () => true,
    callerOf: () => '',
    onFault: (code) => void faults.push(code),
    shutdown: new AbortController().signal,
    ...over,
  });
  const client = new Client({ name: clientName, version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(here), client.connect(there)]);
  return client;
}

const everyClient = await connect('some-client');
const list = await everyClient.listTools();

it('the whole answer has at most 6,144 bytes', () => {
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(6_144);
});

it('lists every tool, in a fixed order; Claude Code those for which it has no command', async () => {
  expect(list.tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
  const claude = await connect('claude-code');
  const names = (await claude.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(TOOL_NAMES.filter((name) => !claudeCode.unlistedTools.includes(name)));
});

it('a model that nothing of ours tells about our tools is told by the server', async () => {
  expect((await connect('claude-code')).getInstructions()).toBeUndefined();
  const text = (await connect('any', { isGuided: () => false })).getInstructions() ?? '';
  const named = text.match(/ctx_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(4);
  for (const tool of named) expect(TOOL_NAMES).toContain(tool);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(800);
  expect(text).not.toMatch(/\b(?:MUST|NEVER|ALWAYS|IMPORTANT|CRITICAL|WARNING)\b|!/);
  expect(text).not.toMatch(/mcp__|mcp_/);
});

it('ctx_execute says which shell it has', () => {
  expect(list.tools[0]?.description).toMatch(
    /shell is (?:bash|sh|Git Bash|PowerShell|Windows PowerShell|cmd)\.$/,
  );
});

/** Every object in a schema that is a schema itself, with its path. */
function* schemasIn(value: unknown, path = ''): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Record<string, unknown>;
  yield [path, schema];
  for (const [name, property] of Object.entries((schema.properties ?? {}) as object))
    yield* schemasIn(property, `${path}.${name}`);
  yield* schemasIn(schema.items, `${path}[]`);
}

describe.each(list.tools)('$name', ({ description = '', inputSchema, annotations, ...rest }) => {
  it('says in few words when to use it', () => {
    expect(description).toMatch(/^[A-Z].*\.$|^[A-Z].*[a-z]\.?$/);
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(300);
    expect(description).not.toMatch(/\b(?:MUST|NEVER|ALWAYS|IMPORTANT)\b|\n/);
  });

  it('has a schema that every client reads: an object of plain types', () => {
    expect(inputSchema.type).toBe('object');
    for (const [path, schema] of schemasIn(inputSchema)) {
      const unwanted = [
        '$schema',
        '$ref',
        'additionalProperties',
        'anyOf',
        'oneOf',
        'allOf',
        'const',
        'title',
        'not',
      ];
      expect(
        Object.keys(schema).filter((key) => unwanted.includes(key)),
        path,
      ).toEqual([]);
      expect(schema.type, path).toMatch(/^(?:object|string|integer|number|boolean|array)$/);
    }
    expect(JSON.stringify(inputSchema)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('shows no schema of its output, and whether it only reads', () => {
    expect(rest).not.toHaveProperty('outputSchema');
    expect(annotations).toBeDefined();
  });

  it('requires only what it names', () => {
    for (const name of inputSchema.required ?? [])
      expect(Object.keys(inputSchema.properties ?? {})).toContain(name);
  });
});

it('an unlisted tool and the hook tool are answered all the same', async () => {
  const claude = await connect('claude-code', { onHook: async (args) => JSON.stringify({ got: args }) });
  const hook = await claude.callTool({ name: 'hook_event', arguments: { event: 'Stop' } });
  expect(hook.content).toEqual([{ type: 'text', text: '{"got":{"event":"Stop"}}' }]);
  const stats = await claude.callTool({ name: 'ctx_stats', arguments: { wrong: 1 } });
  expect(stats).toMatchObject({ isError: true, structuredContent: { error: 'ARGUMENT_INVALID' } });
});

it('a tool that does not exist is named, with those that do', async () => {
  const answer = await everyClient.callTool({ name: 'ctx_none', arguments: {} });
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: 'TOOL_UNKNOWN' } });
  expect(JSON.stringify(answer.content)).toMatch(/ctx_none.*ctx_execute/);
});

it('a store that cannot be opened is an error answer, not the end', async () => {
  const answer = await everyClient.callTool({ name: 'ctx_stats', arguments: {} });
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: 'INTERNAL' } });
  expect((await everyClient.listTools()).tools).toHaveLength(TOOL_NAMES.length);
});
