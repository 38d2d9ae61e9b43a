import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ForeignFile } from '#core/export/foreign-file.ts';
import { PLATFORMS } from '#platforms/index.ts';
import { SETUPS } from '#platforms/setups.ts';
import { exportSamples, sampleFiles } from '../../scripts/generate/exports.ts';
import { hookFixtures } from '../helpers/hook-fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SAMPLES = exportSamples();
const FORMS = ['user', 'project', 'package'] as const;
const exported = SETUPS.filter(({ files }) => files !== undefined);

/** What an export writes where there was nothing, by path below its folder. */
const sample = (platform: string, form: string): ReadonlyMap<string, string> => {
  const folder = `exports/${platform}/${form}/`;
  return new Map(
    Object.entries(SAMPLES).flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text] as const] : [],
    ),
  );
};

/** Every command line of a hook of ours that stands anywhere in a text. */
const hookCommands = (text: string, platform: string): readonly string[] =>
  [...text.matchAll(new RegExp(`"command": "([^"]* hook ${platform} [^"]*)"`, 'g'))].map(
    (match) => match[1] ?? '',
  );

it('every agent that is known can be set up, and the other way round', () => {
  expect(SETUPS.map(({ id }) => id)).toEqual(PLATFORMS.map(({ id }) => id));
});

it('[platforms-026] the samples in exports/ are what an export writes, and nothing else is there', () => {
  const there = readdirSync(join(ROOT, 'exports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
  expect(there.sort()).toEqual(Object.keys(SAMPLES).sort());
  for (const path of there) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(SAMPLES[path]);
});

describe.each(SETUPS.map((setup) => [setup.id, setup] as const))('%s', (id, setup) => {
  const platform = PLATFORMS.find((each) => each.id === id);
  const events = Object.keys(platform?.events ?? {});

  it('says where its facts come from, of which versions, and when they were looked at', () => {
    const { versions, date, proof, link } = setup.provenance;
    expect(versions.length).toBeGreaterThan(0);
    for (const version of versions) expect(version).toMatch(/\d/);
    expect(date).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
    expect(['run', 'documented']).toContain(proof);
    expect(link).toMatch(/^https:\/\/\S+$/);
    expect(setup.cautions.length).toBeGreaterThan(0);
  });

  it('needs events that it has, each with a recorded input', () => {
    expect(setup.requiredEvents.length).toBeGreaterThan(0);
    for (const event of setup.requiredEvents) expect(events).toContain(event);
    for (const event of events) expect(hookFixtures(id, event).length, event).toBeGreaterThan(0);
  });

  it('can be exported, or says how it gets there', () => {
    expect(setup.files === undefined).toBe(setup.ownInstaller !== undefined);
  });
});

describe.each(exported.flatMap(({ id }) => FORMS.map((form) => [id, form] as const)))(
  '%s, %s',
  (id, form) => {
    const files = sample(id, form);
    const setup = SETUPS.find((each) => each.id === id);
    const platform = PLATFORMS.find((each) => each.id === id);

    it('[platforms-022] sets up a hook for each event that is handled, and for no other', () => {
      const commands = [...files.values()].flatMap((text) => hookCommands(text, id));
      const events = new Set(commands.map((command) => command.split(' ').at(-1)));
      expect([...events].sort()).toEqual(Object.keys(platform?.events ?? {}).sort());
      for (const command of commands)
        expect(command).toMatch(new RegExp(`^/home/you/\\.plimsoll/bin/plimsoll hook ${id} \\w+$`));
    });

    it('starts the server of this agent, by a whole path', () => {
      const all = [...files.values()].join('\n');
      expect(all).toContain('"command": "/home/you/.plimsoll/bin/plimsoll"');
      expect(all).toContain(`"PLIMSOLL_HOST": "${id}"`);
      // Nobody is trusted on the user's behalf.
      expect(all).not.toMatch(/"trust"|failClosed/);
    });

    it('is plain JSON with one end of line, no byte order mark and no link', () => {
      for (const [path, text] of files) {
        expect(text).not.toMatch(/\uFEFF|\r/);
        expect(text.endsWith('\n')).toBe(true);
        if (path.endsWith('.json')) expect(() => JSON.parse(text), path).not.toThrow();
      }
    });

    it('tells the model what there is, in 2.5 KB, by bare names and without raising its voice', () => {
      const texts = [...files].filter(([path]) => /\.mdc?$/.test(path));
      if (id === 'cursor' && form === 'user') expect(texts).toEqual([]);
      else expect(texts).toHaveLength(1);
      for (const [, text] of texts) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_560);
        for (const tool of [
          'ctx_execute',
          'ctx_execute_file',
          'ctx_batch_execute',
          'ctx_search',
          'ctx_fetch_and_index',
          'ctx_index',
        ])
          expect(text).toContain(`\`${tool}\``);
        expect(text).not.toMatch(/mcp_|MCP:|@plimsoll|__/);
        expect(text).not.toMatch(/\b(?:MUST|NEVER|ALWAYS|DO NOT|IMPORTANT|CRITICAL)\b|!(?!-)/);
      }
    });

    it('writes below its own folders only, and says what comes next', () => {
      const own = {
        'gemini-cli': /^(?:\.gemini\/|GEMINI\.md$)/,
        cursor: /^\.cursor\//,
        kiro: /^\.kiro\//,
        kiro2: /^\.kiro\//,
      };
      if (form !== 'package')
        for (const path of files.keys()) expect(path).toMatch(own[id as keyof typeof own] ?? /^$/);
      // A repository's own AGENTS.md is nobody's but its owner's.
      for (const path of files.keys()) expect(path).not.toMatch(/AGENTS\.md|CLAUDE\.md/);
      expect(setup?.files?.nextSteps[form].length).toBeGreaterThan(0);
    });
  },
);

/** Texts of one member anywhere in a value. */
function membersIn(value: unknown, key: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === key && typeof each === 'string' ? [each] : membersIn(each, key),
  );
}

const parsed = (platform: string, form: string, path: string): Record<string, unknown> =>
  JSON.parse(sample(platform, form).get(path) ?? 'null') as Record<string, unknown>;

describe('by the rules of Cursor', () => {
  const EVENTS =
    'sessionStart sessionEnd preToolUse postToolUse postToolUseFailure subagentStart subagentStop beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit beforeTabFileRead afterTabFileEdit beforeSubmitPrompt afterAgentResponse afterAgentThought preCompact stop workspaceOpen'.split(
      ' ',
    );

  it.each([
    ['user', '.cursor/hooks.json'],
    ['project', '.cursor/hooks.json'],
    ['package', 'hooks/hooks.json'],
  ])('%s: version 1, known events, flat entries of known fields, valid expressions', (form, path) => {
    const file = parsed('cursor', form, path);
    expect(Object.keys(file).sort()).toEqual(['hooks', 'version']);
    expect(file.version).toBe(1);
    for (const [event, entries] of Object.entries(file.hooks as Record<string, Record<string, unknown>[]>)) {
      expect(EVENTS).toContain(event);
      for (const entry of entries) {
        for (const key of Object.keys(entry))
          expect(['command', 'matcher', 'timeout', 'loop_limit']).toContain(key);
        expect(entry.timeout).toBeLessThanOrEqual(60);
        // Its stripper of comments eats what begins with two slashes.
        expect(entry.command).not.toContain('//');
      }
    }
    for (const matcher of membersIn(file, 'matcher')) expect(() => new RegExp(matcher)).not.toThrow();
  });

  it('a call of a tool that can flood is matched, of ours too, and an edit is not', () => {
    const [matcher = ''] = membersIn(parsed('cursor', 'user', '.cursor/hooks.json'), 'matcher');
    for (const tool of ['Shell', 'Read', 'Grep', 'MCP:ctx_execute', 'MCP:anything'])
      expect(new RegExp(matcher).test(tool), tool).toBe(true);
    for (const tool of ['Write', 'Delete', 'ReadLints', 'xShell'])
      expect(new RegExp(matcher).test(tool), tool).toBe(false);
  });

  it('a rule begins with its front matter, a plugin has only fields that are allowed', () => {
    for (const [form, path] of [
      ['project', '.cursor/rules/plimsoll.mdc'],
      ['package', 'rules/plimsoll.mdc'],
    ] as const)
      expect(sample('cursor', form).get(path)).toMatch(
        /^---\ndescription: [^\n]+\nalwaysApply: true\n---\n\n# /,
      );
    const plugin = parsed('cursor', 'package', '.cursor-plugin/plugin.json');
    expect(plugin.name).toMatch(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
    for (const key of Object.keys(plugin))
      expect(['name', 'displayName', 'description', 'version', 'license']).toContain(key);
  });
});

describe('by the rules of Kiro', () => {
  const TRIGGERS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'];
  const LATER = ['PreCompact', 'PostCompact'];

  it.each([
    ['plimsoll.json', TRIGGERS],
    ['plimsoll-compact.json', LATER],
  ])('%s: version v1 and triggers that every version reads, or that only later ones do', (name, triggers) => {
    const file = parsed('kiro', 'project', `.kiro/hooks/${name}`);
    expect(file.version).toBe('v1');
    const hooks = file.hooks as {
      name: string;
      trigger: string;
      matcher?: string;
      action: { type: string };
    }[];
    expect(hooks.map(({ trigger }) => trigger).sort()).toEqual([...triggers].sort());
    expect(new Set(hooks.map((hook) => hook.name)).size).toBe(hooks.length);
    for (const { matcher, action } of hooks) {
      expect(() => new RegExp(matcher ?? '')).not.toThrow();
      expect(action.type).toBe('command');
    }
  });

  it.each([
    ['shell', true],
    ['execute_bash', true],
    ['read_file', true],
    ['fs_read', true],
    ['@plimsoll/ctx_execute', true],
    ['@other/tool', true],
    ['fs_write', false],
    ['thread', false],
  ])('%s is matched before a call: %s', (tool, isMatched) => {
    const file = parsed('kiro', 'project', '.kiro/hooks/plimsoll.json');
    const hooks = file.hooks as { trigger: string; matcher?: string }[];
    const matcher = hooks.find(({ trigger }) => trigger === 'PreToolUse')?.matcher ?? '';
    expect(new RegExp(matcher).test(tool)).toBe(isMatched);
  });

  it('the steering file begins with its front matter', () => {
    expect(sample('kiro', 'project').get('.kiro/steering/plimsoll.md')).toMatch(
      /^---\ninclusion: always\n---\n\n# /,
    );
  });

  it('the agent of Kiro 2 has tools, the servers of others, and matchers that are names or patterns', () => {
    const agent = parsed('kiro2', 'project', '.kiro/agents/plimsoll.json');
    expect(agent).toMatchObject({ name: 'plimsoll', tools: ['*'], includeMcpJson: true });
    const matchers = membersIn(agent, 'matcher');
    expect(matchers).toEqual(expect.arrayContaining(['execute_bash', 'shell', 'fs_read', '@plimsoll', '*']));
    for (const matcher of matchers) expect(matcher).toMatch(/^(?:\*|@?[a-z_]+)$/);
    expect(agent.resources).toContain('file://.kiro/steering/**/*.md');
  });
});

describe('by the rules of Gemini CLI', () => {
  it.each(['user', 'project'])('%s: groups of hooks, time limits in milliseconds, a name each', (form) => {
    const { hooks } = parsed('gemini-cli', form, '.gemini/settings.json') as {
      hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;
    };
    for (const groups of Object.values(hooks)) {
      for (const group of groups) {
        expect(() => new RegExp(group.matcher ?? '')).not.toThrow();
        for (const hook of group.hooks) {
          expect(hook).toMatchObject({ type: 'command' });
          expect(hook.timeout).toBeGreaterThanOrEqual(1_000);
        }
      }
    }
  });

  it.each([
    ['run_shell_command', true],
    ['read_file', true],
    ['search_file_content', true],
    ['mcp_plimsoll_ctx_execute', true],
    ['other__tool', true],
    ['write_file', false],
    ['replace', false],
    ['write_todos', false],
  ])('%s is matched before a call: %s', (tool, isMatched) => {
    const file = parsed('gemini-cli', 'user', '.gemini/settings.json');
    expect(membersIn(file, 'matcher').some((matcher) => new RegExp(matcher).test(tool))).toBe(isMatched);
  });

  it('an extension names its context file and what it starts', () => {
    const extension = parsed('gemini-cli', 'package', 'gemini-extension.json');
    expect(sample('gemini-cli', 'package').has(String(extension.contextFileName))).toBe(true);
    expect(extension).toMatchObject({ name: 'plimsoll', mcpServers: { plimsoll: { args: ['serve'] } } });
    expect(JSON.stringify(extension)).not.toContain('trust');
  });
});

it('a file that is a whole one of ours is called so', () => {
  const own = exported.flatMap((setup) =>
    FORMS.flatMap((form) => sampleFiles(setup, form).filter((file: ForeignFile) => file.kind === 'own')),
  );
  for (const { path } of own.filter(
    (file) =>
      !/gemini-extension|\.cursor-plugin|^mcp\.json|^hooks\/hooks\.json|^settings\/mcp/.test(file.path),
  ))
    expect(path.toLowerCase()).toContain('plimsoll');
});
