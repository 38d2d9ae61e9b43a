import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_TOOL_NAME, PLUGIN_SERVER_KEY, PRODUCT_NAME, TOOL_NAMES } from '#core/tool-names.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const MANIFESTS = [
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
  'plugin.json',
  '.mcp.json',
  'hooks/hooks.json',
];

interface Hook {
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly server?: string;
  readonly tool?: string;
  readonly if?: string;
  readonly timeout?: number;
  readonly input?: Readonly<Record<string, string>>;
}
const hooks = (
  JSON.parse(text('hooks/hooks.json')) as {
    hooks: Record<string, { matcher?: string; hooks: Hook[] }[]>;
  }
).hooks;
const allHooks = Object.entries(hooks).flatMap(([event, groups]) =>
  groups.flatMap((group) => group.hooks.map((hook) => [event, hook] as const)),
);

describe.each(MANIFESTS)('%s', (file) => {
  it('is strict JSON, as the generator writes it', () => {
    const value: unknown = JSON.parse(text(file));
    expect(text(file)).toBe(`${JSON.stringify(value, null, 2)}\n`);
  });

  it('[install-007] [install-022] starts no package runner and names no absolute path or address', () => {
    const value = text(file);
    expect(value).not.toMatch(/\b(?:npx|npm|pnpm|pnpx|yarn|bunx|uvx|corepack|deno|tsx)\b/);
    expect(value).not.toMatch(/"(?:\/|~\/|[A-Za-z]:[\\/]|\\\\)/);
    expect(value).not.toMatch(/\/(?:home|Users|root|tmp|work|opt|usr)\//);
    expect(value).not.toMatch(/[a-z]+:\/\/|@latest/);
  });

  it('names only files that are there and go into the package', () => {
    const names = [...text(file).matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([^"]+)/g)].map(
      (match) => match[1] ?? '',
    );
    if (file === '.mcp.json' || file.startsWith('hooks/')) expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(existsSync(join(ROOT, name)), name).toBe(true);
      expect(packageJson.files).toContain(name.split('/')[0]);
    }
  });
});

it('name and version are the same everywhere', () => {
  const plugin = JSON.parse(text('.claude-plugin/plugin.json')) as Record<string, unknown>;
  expect(plugin).toMatchObject({
    name: PRODUCT_NAME,
    version: packageJson.version,
    license: packageJson.license,
  });
  expect(JSON.parse(text('plugin.json'))).toEqual(plugin);
  const marketplace = JSON.parse(text('.claude-plugin/marketplace.json')) as { plugins: unknown[] };
  expect(marketplace.plugins).toEqual([
    expect.objectContaining({ name: PRODUCT_NAME, source: './', version: packageJson.version }),
  ]);
  expect(packageJson.name).toBe(PRODUCT_NAME);
});

it('the server is started by node alone, under the key that the tools’ names carry', () => {
  const { mcpServers } = JSON.parse(text('.mcp.json')) as { mcpServers: Record<string, { command: string }> };
  expect(Object.keys(mcpServers)).toEqual([PLUGIN_SERVER_KEY]);
  expect(mcpServers[PLUGIN_SERVER_KEY]?.command).toBe('node');
  expect(claudeCode.toolName('ctx_read')).toBe(`mcp__plugin_${PRODUCT_NAME}_${PLUGIN_SERVER_KEY}__ctx_read`);
});

it.each(allHooks)('a hook of %s starts no shell, or calls our own server', (event, hook) => {
  expect(Object.keys(claudeCode.events)).toContain(event);
  expect(hook.timeout).toBeGreaterThan(0);
  if (hook.type === 'command') {
    expect(hook.command).toBe('node');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    expect(hook.args).toEqual(['${CLAUDE_PLUGIN_ROOT}/dist/hook.cjs', claudeCode.id, event]);
  } else {
    expect(hook).toMatchObject({
      type: 'mcp_tool',
      server: `plugin:${PRODUCT_NAME}:${PLUGIN_SERVER_KEY}`,
      tool: HOOK_TOOL_NAME,
    });
    for (const [name, value] of Object.entries(hook.input ?? {}))
      expect(value).toBe(`\${${name === 'event' ? 'hook_event_name' : name}}`);
  }
});

it('the start and the end of a session go by a process: the client has no server then', () => {
  const processes = allHooks.filter(([, hook]) => hook.type === 'command').map(([event]) => event);
  expect(processes.sort()).toEqual(['SessionEnd', 'SessionStart']);
});

it('a start goes one way only: after compaction through the server, else by a process', () => {
  const ways = (hooks.SessionStart ?? []).map((group) => [group.matcher, group.hooks[0]?.type]);
  expect(ways).toEqual([
    ['^(?!compact$).*$', 'command'],
    ['compact', 'mcp_tool'],
  ]);
});

it('what is remembered of an event is handed over', () => {
  const fieldsOf = (event: string): readonly string[] =>
    (hooks[event] ?? []).flatMap((group) => group.hooks.flatMap((hook) => Object.keys(hook.input ?? {})));
  expect(fieldsOf('Stop')).toContain('last_assistant_message');
  expect(fieldsOf('SubagentStop')).toEqual(expect.arrayContaining(['last_assistant_message', 'agent_type']));
  expect(fieldsOf('SubagentStart')).toContain('agent_type');
  expect(fieldsOf('InstructionsLoaded')).toContain('file_path');
  expect(fieldsOf('PreCompact')).toContain('custom_instructions');
  for (const event of ['PreCompact', 'Stop', 'UserPromptSubmit', 'PostToolUse'])
    expect(fieldsOf(event)).toContain('transcript_path');
});

describe('the matcher', () => {
  const matchers = Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher }) => (matcher === undefined ? [] : [[event, matcher] as const])),
  );

  it('exists on PreToolUse and SessionStart only', () => {
    const events = matchers.map(([event]) => event).sort();
    expect(events).toEqual([...Array(4).fill('PreToolUse'), 'SessionStart', 'SessionStart']);
  });

  const [own, ...others] = (hooks.PreToolUse ?? []).map((group) => ({
    pattern: new RegExp(group.matcher ?? ''),
    hook: group.hooks[0],
  }));

  it.each(TOOL_NAMES.map((tool) => claudeCode.toolName(tool)))('takes our own %s apart', (name) => {
    expect([own?.pattern.test(name), others.some(({ pattern }) => pattern.test(name))]).toEqual([
      true,
      false,
    ]);
  });

  it('before a call of our own tools the hook knows the mode, and the call waits for its word', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    expect(own?.hook?.input?.permission_mode).toBe('${permission_mode}');
    expect(own?.hook).toMatchObject({ onFailure: 'block', timeout: 5 });
    for (const { hook } of others) expect(hook).not.toHaveProperty('onFailure');
  });

  it.each([
    'Bash',
    'Agent',
    'mcp__x__y',
    'mcp__plugin_plimsoll_ctx__other',
    `mcp__plugin_plimsoll_ctx__${HOOK_TOOL_NAME}`,
    'mcp__plugin_plimsoll_ctx__ctx_read_more',
    'xmcp__plugin_plimsoll_ctx__ctx_read',
    'mcp__plimsoll__ctx_read',
    'ctx_read',
  ])('does not take %s for a tool of ours', (name) => {
    expect(own?.pattern.test(name)).toBe(false);
  });

  it('of the agent’s own tools only calls are reported to which there may be something to say', () => {
    const groups = (hooks.PreToolUse ?? []).slice(1);
    expect(groups.map(({ matcher }) => matcher)).toEqual(['Read', 'Bash', 'WebFetch']);
    for (const { matcher, hooks: entries } of groups.filter(({ matcher: name }) => name !== 'WebFetch'))
      for (const entry of entries) expect(entry.if).toMatch(new RegExp(`^${matcher}\\(.+\\)$`));
  });
});

it('commands and skills are small, and call nothing but what is shipped', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'commands', 'skills'],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => file.endsWith('.md'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const content = text(file);
    expect(content).toMatch(
      /^---\n[\s\S]*?\ndescription: \S.*\n[\s\S]*?---\n|^---\ndescription: \S.*\n[\s\S]*?---\n/,
    );
    expect(Buffer.byteLength(content)).toBeLessThan(4096);
    expect(content).not.toMatch(/\b(?:npx|bunx|uvx)\b|curl |https?:/);
    for (const [, name = ''] of content.matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g))
      expect(existsSync(join(ROOT, name)), name).toBe(true);
  }
});
