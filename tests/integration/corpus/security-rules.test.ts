import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookedCall, hookVerdict } from '../../helpers/product/hook-calls.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makeStrictPlace, type Place, writeSettings } from '../../helpers/product/places.ts';
import { recordingShims } from '../../helpers/product/shims.ts';

interface World {
  readonly place: Place;
  readonly client: LineClient;
  /** Names of the stand-ins on PATH that were run, in order. */
  readonly ran: () => readonly string[];
}

/** A server of an agent with hooks under the user's rules, with stand-ins on PATH that note when they are run. */
async function under(settings: unknown, programs: readonly string[] = []): Promise<World> {
  const place = makeStrictPlace();
  writeSettings(join(place.home, '.claude'), settings);
  const shims = recordingShims(place, programs);
  const client = await startServer(place, { clientName: 'claude-code', env: shims.env });
  return { place, client, ran: shims.ran };
}

const rules = (permissions: unknown) => ({ permissions });
const shell = (code: string) => ({ language: 'shell', code });
const userFile = ({ home }: Place): string => join(home, '.claude', 'settings.json');

/** Both doors give this verdict, none of the programs ran, and the refusal names the rule with its file. */
async function expectDenied(
  { place, client, ran }: World,
  call: Parameters<typeof hookVerdict>[2],
  rule: string,
): Promise<void> {
  const hook = await hookVerdict(client, place, call);
  const answer = await hookedCall(client, call);
  expect([hook.decision, answer.data.verdict, answer.isError]).toEqual(['deny', 'deny', true]);
  for (const text of [hook.reason, answer.text]) {
    expect(text).toContain(rule);
    expect(text).toContain(userFile(place));
  }
  expect(ran()).toEqual([]);
}

const DOCKER = { ...rules({ deny: ['Bash(docker *)'], defaultMode: 'bypassPermissions' }) };

describe('security-012', () => {
  it.each([
    'docker ps',
    'docker  ps',
    'FOO=1 docker ps',
    'timeout 5 docker ps',
    '"docker" ps',
    'do\\cker ps',
  ])('security-012: a rule for the host’s shell tool holds for ctx_execute: %s', async (code) => {
    await expectDenied(
      await under(DOCKER, ['docker']),
      { tool: 'ctx_execute', input: shell(code) },
      'Bash(docker *)',
    );
  });

  it('security-012: and for the same act by code of another language', async () => {
    const code = "require('node:child_process').execSync('docker ps')";
    const call = { tool: 'ctx_execute', input: { language: 'javascript', code } } as const;
    await expectDenied(await under(DOCKER, ['docker']), call, 'Bash(docker *)');
  });

  it('security-012: and for code over a file, and in the background', async () => {
    const world = await under(DOCKER, ['docker']);
    writeFileSync(join(world.place.project, 'a.txt'), 'a');
    const input = { ...shell('docker ps'), path: 'a.txt' };
    await expectDenied(world, { tool: 'ctx_execute_file', input }, 'Bash(docker *)');
    const later = { ...shell('docker ps'), background: true };
    await expectDenied(world, { tool: 'ctx_execute', input: later }, 'Bash(docker *)');
  });
});

it.each([
  [[{ label: 'a', command: 'docker ps' }]],
  [['echo one', 'docker ps', 'echo two']],
  [
    [
      { label: 'a', command: 'podman ps' },
      { label: 'b', command: 'podman ps; docker ps' },
    ],
  ],
  [
    JSON.stringify([
      { label: 'a', command: 'podman ps' },
      { label: 'b', command: 'docker ps' },
    ]),
  ],
])(
  'security-018: one denied command of a batch denies the batch, and nothing of it runs: %j',
  async (commands) => {
    const world = await under(DOCKER, ['docker', 'podman']);
    await expectDenied(world, { tool: 'ctx_batch_execute', input: { commands } }, 'Bash(docker *)');
  },
);

it.each([
  'git status && rm -r x',
  'git status; rm -r x',
  'git status | rm -r x',
  'git status & rm -r x',
  'git status\nrm -r x',
  'if true; then rm -r x; fi',
  'f() { rm -r x; }; f',
])('security-020: the strictest part of a line decides: %j', async (code) => {
  const world = await under(rules({ deny: ['Bash(rm *)'], allow: ['Bash(git *)', 'Bash(rm *)'] }), [
    'git',
    'rm',
  ]);
  await expectDenied(world, { tool: 'ctx_execute', input: shell(code) }, 'Bash(rm *)');
});

it.each([
  'echo "$(sudo id | cat)"',
  'echo `sudo id`',
  'cat <(sudo id)',
  'echo $(( $(sudo id) + 1 ))',
  'cat <<X\n$(sudo id)\nX',
  'bash -c "sudo id"',
  'eval "sudo id"',
])('security-027: a command inside another one is seen: %j', async (code) => {
  const world = await under(rules({ deny: ['Bash(sudo *)'], defaultMode: 'bypassPermissions' }), ['sudo']);
  await expectDenied(world, { tool: 'ctx_execute', input: shell(code) }, 'Bash(sudo *)');
});

it('security-026: an allow rule matches as the user wrote it, and the hook changes no input', async () => {
  const { place, client, ran } = await under(rules({ allow: ['Bash(npm test)'] }), ['npm']);
  const call = { tool: 'ctx_execute', input: shell('npm test') } as const;
  const hook = await hookVerdict(client, place, call);
  expect(hook.decision).toBe('allow');
  expect(JSON.stringify(hook.document)).not.toContain('updatedInput');
  expect((await hookedCall(client, call)).isError).toBe(false);
  expect(ran()).toEqual(['npm']);
  const other = { tool: 'ctx_execute', input: shell('npm test --all') } as const;
  expect((await hookVerdict(client, place, other)).decision).toBe('ask');
});

describe('security-030', () => {
  const broken: readonly (readonly [string, (file: string) => void])[] = [
    ['no JSON', (file) => writeFileSync(file, '{ "permissions": ')],
    ['JSON with a comma too much', (file) => writeFileSync(file, '{"permissions":{"deny":["Bash(rm *)"],}}')],
    ['a list where rules should be', (file) => writeFileSync(file, '{"permissions":["Bash(rm *)"]}')],
    ['a folder', (file) => mkdirSync(file)],
    ['a link in a circle', (file) => symlinkSync(file, file)],
    // Root reads everything, whatever the mode says.
    ...(process.getuid?.() === 0
      ? []
      : [['mode 000', (file: string) => writeFileSync(file, '{}', { mode: 0 })] as const]),
  ];

  it.each(broken)(
    'security-030: settings that are %s: what runs something asks and names the file',
    async (_name, spoil) => {
      const { place, client, ran } = await under({}, ['make']);
      rmSync(userFile(place));
      spoil(userFile(place));
      writeSettings(
        join(place.project, '.claude'),
        rules({ defaultMode: 'bypassPermissions' }),
        'settings.local.json',
      );
      const call = { tool: 'ctx_execute', input: shell('make') } as const;
      expect((await hookVerdict(client, place, call)).decision).toBe('ask');
      const answer = await client.call(call.tool, call.input);
      expect(answer.data.verdict).toBe('ask');
      expect(answer.text).toContain(userFile(place));
      expect(ran()).toEqual([]);
    },
  );

  it('security-030: the other files hold all the same', async () => {
    const world = await under('{ broken', ['docker']);
    const deny = rules({ deny: ['Bash(docker *)'] });
    writeSettings(join(world.place.project, '.claude'), deny);
    const answer = await world.client.call('ctx_execute', shell('docker ps'));
    expect([answer.data.verdict, world.ran()]).toEqual(['deny', []]);
  });
});

it.each(['../other/notes.md', '../other', 'inside/notes.md', 'inside'])(
  'security-032: a path that leads out of the project needs a yes, whichever way: %s',
  async (path) => {
    const { place, client } = await under({});
    mkdirSync(join(place.root, 'other'));
    writeFileSync(join(place.root, 'other', 'notes.md'), '# Notes\n');
    symlinkSync(join(place.root, 'other'), join(place.project, 'inside'));
    const answer = await client.call('ctx_index', { path });
    expect([answer.isError, answer.data.verdict]).toEqual([true, 'ask']);
    expect((await client.call('ctx_search', { sort: 'timeline' })).data.total).toBe(0);
  },
);

it('security-033: tools that only look are marked as such, those that act are not', async () => {
  const { client } = await under({});
  // Also what this agent has commands for.
  const plain = await startServer(makeStrictPlace());
  const { result } = await plain.request('tools/list');
  const tools = result?.tools as readonly { name: string; annotations: { readOnlyHint?: boolean } }[];
  const marked = tools.filter(({ annotations }) => annotations.readOnlyHint === true).map(({ name }) => name);
  expect(marked).toEqual(['ctx_search', 'ctx_read', 'ctx_stats', 'ctx_doctor', 'ctx_upgrade']);
  expect(tools.length).toBeGreaterThan(marked.length);
  expect(client.noise).toEqual([]);
});

it('security-036: a denied program is not started; without the rule it is', async () => {
  const call = { tool: 'ctx_execute', input: shell('docker ps') } as const;
  const denied = await under(DOCKER, ['docker']);
  await hookedCall(denied.client, call);
  const free = await under(rules({ defaultMode: 'bypassPermissions' }), ['docker']);
  await hookedCall(free.client, call);
  expect([denied.ran(), free.ran()]).toEqual([[], ['docker']]);
});

it.each(['git push', 'git push origin main', 'git status; git push', 'FOO=1 git push'])(
  'security-037: an ask rule asks, whatever else allows it: %s',
  async (code) => {
    const permissions = { ask: ['Bash(git push *)'], allow: ['Bash', 'mcp__plugin_plimsoll_ctx'] };
    const { place, client, ran } = await under(rules(permissions), ['git']);
    const call = { tool: 'ctx_execute', input: shell(code) } as const;
    const hook = await hookVerdict(client, place, call);
    expect(hook.decision).toBe('ask');
    expect(hook.reason).toContain('Bash(git push *)');
    const answer = await client.call(call.tool, call.input);
    expect([answer.data.verdict, ran()]).toEqual(['ask', []]);
  },
);

/** Files that a rule denies: the user's credentials, and what lies in a folder of the system. */
async function withSecrets(deny: (place: Place) => readonly string[]): Promise<World> {
  const world = await under({});
  const { place } = world;
  mkdirSync(join(place.home, '.aws'));
  writeFileSync(join(place.home, '.aws', 'config'), 'region: secret harbour\n');
  mkdirSync(join(place.root, 'system', 'ssl'), { recursive: true });
  writeFileSync(join(place.root, 'system', 'ssl', 'x'), 'key: secret harbour\n');
  writeSettings(join(place.home, '.claude'), rules({ deny: deny(place), defaultMode: 'bypassPermissions' }));
  return world;
}

/** Neither indexed nor given to code, whatever way the path is written. */
async function expectUnreadable({ client }: World, path: string): Promise<void> {
  expect((await client.call('ctx_index', { path })).data.verdict).toBe('deny');
  const code = 'cat "$FILE_PATH"';
  const run = await client.call('ctx_execute_file', { path, language: 'shell', code });
  expect([run.data.verdict, run.text.includes('secret harbour')]).toEqual(['deny', false]);
}

it('security-003: a denied file is denied by every way that leads to it', async () => {
  const world = await withSecrets(() => ['Read(~/.aws/**)']);
  const { place } = world;
  symlinkSync(join(place.home, '.aws'), join(place.project, 'cloud'));
  for (const path of ['../home/.aws/config', `${place.home}/.aws/./config`, 'cloud/config'])
    await expectUnreadable(world, path);
  // The folder itself is none of its files: they are left out of it.
  expect((await world.client.call('ctx_index', { path: '../home/.aws' })).isError).toBe(true);
  expect((await world.client.call('ctx_search', { queries: ['secret harbour'] })).data.total).toBe(0);
});

it('security-007: and however many slashes and dots are in its path', async () => {
  const world = await withSecrets(({ root }) => [`Read(/${root}/system/ssl/**)`]);
  const { root } = world.place;
  for (const path of [`${root}/system/./ssl//x`, `${root}//system/ssl/../ssl/x`, `/${root}/system/ssl/x`])
    await expectUnreadable(world, path);
});

it('index-002 hits of a file that a rule forbids later are withheld', async () => {
  const { place, client } = await under({});
  writeFileSync(join(place.project, 'notes.md'), 'the secret harbour\n');
  await client.call('ctx_index', { path: 'notes.md' });
  const found = async () => {
    const { text, data } = await client.call('ctx_search', { queries: ['secret harbour'] });
    return [data.total, text.includes('the secret harbour')];
  };
  expect(await found()).toEqual([1, true]);
  writeSettings(join(place.project, '.claude'), rules({ deny: ['Read(notes.md)'] }));
  expect(await found()).toEqual([0, false]);
});

it('index-019 a denied file is not indexed: neither by itself nor with its folder', async () => {
  const { place, client } = await under(rules({ deny: ['Read(secret.env)', 'Read(*.pem)'] }));
  for (const name of ['secret.env', 'key.pem', 'open.md'])
    writeFileSync(join(place.project, name), `the harbour of ${name}\n`);
  for (const path of ['secret.env', './secret.env', 'key.pem'])
    expect((await client.call('ctx_index', { path })).data.verdict).toBe('deny');
  await client.call('ctx_index', { path: '.', include: ['*'] });
  const { data } = await client.call('ctx_search', { queries: ['harbour'] });
  expect((data.hits as { source: string }[]).map(({ source }) => source)).toEqual(['open.md']);
});
