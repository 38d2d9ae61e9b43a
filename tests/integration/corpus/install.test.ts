import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPresent, RUNTIMES } from '../../e2e/harness/runtimes.ts';
import { copyProduct, shipped } from '../../helpers/product/bundles.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer, type ToolAnswer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, namesIn, type Place, storePath } from '../../helpers/product/places.ts';
import { isPosix } from '../../helpers/product/processes.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

/** Programs that download something; none may be needed, none may be started. */
const DOWNLOADERS = [
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'bun',
  'bunx',
  'uvx',
  'pipx',
  'curl',
  'wget',
  'git',
  'node-gyp',
];
/** What clients put the plugin's folder in place of. */
const ROOT = '$' + '{CLAUDE_PLUGIN_ROOT}';
const MANIFESTS = [
  '.mcp.json',
  'hooks/hooks.json',
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
  'plugin.json',
];

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Every command that a shipped manifest has a client start. */
function shippedCommands(root: string): readonly Command[] {
  const { mcpServers } = JSON.parse(readFileSync(shipped('.mcp.json'), 'utf8')) as {
    mcpServers: Record<string, Command>;
  };
  const { hooks } = JSON.parse(readFileSync(shipped('hooks/hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: (Partial<Command> & { type: string })[] }[]>;
  };
  const started = Object.values(hooks).flatMap((entries) => entries.flatMap((entry) => entry.hooks));
  return [...Object.values(mcpServers), ...started.filter(({ type }) => type === 'command')].map(
    ({ command = '', args = [] }) => ({
      command,
      args: args.map((arg) => arg.replaceAll(ROOT, root)),
    }),
  );
}

/** The server of a copied product, as its manifest starts it. */
function startCopy(place: Place, folder: string, env: Record<string, string> = {}): Promise<LineClient> {
  return startServer(place, { command: [process.execPath, join(folder, 'dist', 'server.mjs')], env });
}

async function expectWorking(server: LineClient): Promise<void> {
  await server.call('ctx_index', { content: 'The zebra crossed at noon.', source: 'z' });
  expect((await server.call('ctx_search', { queries: ['zebra'] })).text).toContain('at noon');
  expect((await server.call('ctx_execute', { language: 'shell', code: 'echo ran' })).text).toContain('ran');
}

/** All files below a folder with size and time: equal before and after when nothing was written. */
const fingerprint = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });

test.skipIf(!isPosix)(
  'install-007 the shipped commands start by node alone, and nothing that downloads is called',
  async () => {
    const place = makePlace();
    const folder = copyProduct(join(place.root, 'plugin'));
    const [shims, called] = [join(place.root, 'shims'), join(place.root, 'called')];
    mkdirSync(shims);
    for (const name of DOWNLOADERS) {
      writeFileSync(join(shims, name), `#!/bin/sh\necho ${name} >> '${called}'\nexit 1\n`);
      chmodSync(join(shims, name), 0o755);
    }
    const commands = shippedCommands(folder);
    expect(new Set(commands.map(({ command }) => command))).toEqual(new Set(['node']));
    const PATH = [shims, place.env.PATH].join(delimiter);
    const [server] = commands.filter(({ args }) => args.some((arg) => arg.endsWith('server.mjs')));
    const client = await startServer(place, { command: ['node', ...(server?.args ?? [])], env: { PATH } });
    await expectWorking(client);
    await runHook(place, { args: ['claude-code', 'SessionStart'], input: hookPayload(place), env: { PATH } });
    expect(namesIn(place.root)).not.toContain('called');
  },
);

test('install-008 the answer to initialize does not wait for the store', async () => {
  const place = makePlace();
  const first = await startServer(place);
  await expectWorking(first);
  await first.end();
  const path = storePath(place);
  const connection = testDriver().open(path);
  onTestFinished(() => connection.close());
  connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  // Whoever touched the store now would wait five seconds for its lock.
  const startMs = performance.now();
  const server = await startServer(place);
  await server.request('tools/list');
  expect(performance.now() - startMs).toBeLessThan(2_500);
  await server.end();
  const never = makePlace();
  const fresh = await startServer(never);
  await fresh.request('tools/list');
  expect(namesIn(never.data, 'projects')).toEqual([]);
});

test('install-014 no install script exists, and a copy without node_modules works', async () => {
  const place = makePlace();
  const { scripts } = JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  const folder = copyProduct(join(place.root, 'plugin'));
  const server = await startCopy(place, folder);
  await expectWorking(server);
});

test('install-018 the store is locked when the server starts and free later: it works without a restart', async () => {
  const place = makePlace();
  const first = await startServer(place);
  await expectWorking(first);
  await first.end();
  const connection = testDriver().open(storePath(place));
  connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const server = await startServer(place);
  const locked = await server.call('ctx_search', { queries: ['zebra'] });
  expect(locked).toMatchObject({ isError: true, data: { error: 'STORE_BUSY' } });
  expect(locked.text).toContain(storePath(place));
  connection.close();
  await expectWorking(server);
});

describe('install-020 another Node or a foreign native module', () => {
  const others = RUNTIMES.filter((runtime) => !isPresent(runtime));
  if (others.length > 0)
    console.warn(`SKIPPED install-020 on ${others.map(({ name }) => name).join(', ')}: not installed`);

  test.each(RUNTIMES.filter(isPresent))(
    'install-020 a store made by this Node works on $name, and back',
    async ({ executable }) => {
      const place = makePlace();
      const folder = copyProduct(join(place.root, 'plugin'));
      const here = await startCopy(place, folder);
      await expectWorking(here);
      await here.end();
      const there = await startServer(place, { command: [executable, join(folder, 'dist', 'server.mjs')] });
      expect((await there.call('ctx_search', { queries: ['zebra'] })).text).toContain('at noon');
      await there.call('ctx_index', { content: 'The quagga slept.', source: 'q' });
      await there.end();
      const again = await startCopy(place, folder);
      expect((await again.call('ctx_search', { queries: ['quagga'] })).text).toContain('slept');
    },
  );

  test.each<readonly [string, Buffer]>([
    ['garbage', Buffer.from('no library')],
    ['an empty file', Buffer.alloc(0)],
    [
      'a library that was cut short',
      readFileSync(shipped('dist/native/linux-x64-glibc.node')).subarray(0, 100_000),
    ],
  ])(
    'install-020 an installed native module that is %s is passed over, with a logged code',
    async (_what, binary) => {
      const place = makePlace();
      const folder = copyProduct(join(place.root, 'plugin'));
      const module = join(folder, 'node_modules', 'better-sqlite3');
      mkdirSync(join(module, 'build', 'Release'), { recursive: true });
      writeFileSync(
        join(module, 'package.json'),
        JSON.stringify({ name: 'better-sqlite3', version: '12.11.1', main: 'index.js' }),
      );
      writeFileSync(
        join(module, 'index.js'),
        "module.exports = class { constructor() { require('./build/Release/better_sqlite3.node'); } };",
      );
      writeFileSync(join(module, 'build', 'Release', 'better_sqlite3.node'), binary);
      const server = await startCopy(place, folder);
      await expectWorking(server);
      expect(loggedCodes(place, 'server')).toContain('DRIVER_SKIPPED');
    },
  );
});

test('install-021 a session and an update leave the plugin folder alone, and the data outlives it', async () => {
  const place = makePlace();
  const plugin = join(place.root, 'plugin');
  copyProduct(plugin);
  const before = fingerprint(plugin);
  const first = await startCopy(place, plugin);
  await expectWorking(first);
  await first.end();
  await runHook(place, { input: hookPayload(place) });
  expect(fingerprint(plugin)).toEqual(before);
  rmSync(plugin, { recursive: true });
  copyProduct(join(place.root, 'plugin-2'));
  const second = await startCopy(place, join(place.root, 'plugin-2'));
  expect((await second.call('ctx_search', { queries: ['zebra'] })).text).toContain('at noon');
  expect((await second.call('ctx_stats')).data).toMatchObject({ events: 1 });
});

test('install-021 the plugin folder vanishes under a running server: what it started with goes on', async () => {
  const place = makePlace();
  const plugin = copyProduct(join(place.root, 'plugin'));
  const server = await startCopy(place, plugin);
  await expectWorking(server);
  renameSync(plugin, join(place.root, 'gone'));
  await expectWorking(server);
  const answer: ToolAnswer = await server.call('ctx_index', {
    content: 'okapi '.repeat(60_000),
    source: 'large',
  });
  if (answer.isError) expect(answer).toMatchObject({ data: { error: 'WORKER_FAILED' } });
  expect(await server.call('ctx_execute', { language: 'shell', code: 'echo alive' })).toMatchObject({
    isError: false,
  });
});

test('install-022 the shipped manifests hold the placeholder of the plugin root and no absolute path', () => {
  const strings = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(strings)
        : [];
  for (const manifest of MANIFESTS) {
    const found = strings(JSON.parse(readFileSync(shipped(manifest), 'utf8')));
    expect(found.filter((text) => /^(?:\/|~|[A-Za-z]:[\\/]|file:)/.test(text))).toEqual([]);
    expect(found.filter((text) => /dist\//.test(text) && !text.startsWith(`${ROOT}/`))).toEqual([]);
  }
});

test('install-023 after updates from 1 over 2 to 3 nothing mentions the folders of 1 and 2', async () => {
  const place = makePlace();
  const versions = ['1.0.0', '2.0.0', '3.0.0'].map((version) => join(place.root, 'cache', version));
  for (const folder of versions) {
    const server = await startCopy(place, copyProduct(folder));
    await expectWorking(server);
    await server.call('ctx_execute', { language: 'shell', code: 'seq 1 100000' });
    await server.end();
    await runHook(place, { input: 'null' });
  }
  rmSync(versions[0] ?? '', { recursive: true });
  const [, , third = ''] = versions;
  const server = await startCopy(place, third);
  await expectWorking(server);
  await server.end();
  for (const folder of [third, place.data, place.home]) {
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());
    const stale = files.filter((file) =>
      versions.slice(0, 2).some((old) => readFileSync(file).includes(old)),
    );
    expect(stale).toEqual([]);
  }
});
