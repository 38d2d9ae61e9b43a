import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import { bubblewrapArguments } from '#features/sandbox/bubblewrap-arguments.ts';
import { doorEnvironment, doorStart } from '#features/sandbox/domains/behind-door.ts';
import { DomainNetwork, type DomainNetworkParts } from '#features/sandbox/domains/domain-network.ts';
import { loadRuntime, RUNTIME_PACKAGE } from '#features/sandbox/domains/load-runtime.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const DOOR = { socket: '/tmp/x.sock', token: 'abc', socat: '/opt/tools/socat' };

/** A package that does what the real one does to its caller: listens on a socket, and notes what it is told. */
const FAKE = `import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const note = (...words) => appendFileSync(here('calls'), words.join(' ') + '\\n');
let server;
export const SandboxManager = {
  async initialize({ network }) {
    if (network.allowedDomains.includes('bad domain')) throw new Error('no domain:\\n bad domain');
    note('initialize', network.allowedDomains, network.deniedDomains);
    server = createServer().unref();
    await new Promise((resolve) => server.listen(here('s'), resolve));
  },
  updateConfig({ network }) {
    if (network.allowedDomains.includes('bad domain')) throw new Error('no domain');
    note('update', network.allowedDomains);
  },
  async reset() { note('reset'); server?.close(); },
  getLinuxHttpSocketPath: () => here('s'),
  getProxyAuthToken: () => 'abc',
};`;

/** Puts a package into a `node_modules` folder of `root`; returns its folder. */
function install(root: string, code = FAKE): string {
  const folder = join(root, 'node_modules', RUNTIME_PACKAGE);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: RUNTIME_PACKAGE, type: 'module', main: 'dist/index.js' }),
  );
  writeFileSync(join(folder, 'dist/index.js'), code);
  return join(folder, 'dist');
}

const calls = (folder: string): readonly string[] =>
  readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
const never = (): boolean => false;

describe('the package', () => {
  test.each([
    ['beside the bundles', (root: string) => join(root, 'plugin/dist')],
    ['above them', (root: string) => join(root, 'plugin')],
    ['among the global ones of node', (root: string) => join(root, 'node/lib')],
  ])('is found %s', async (_, at) => {
    const root = tempFolder();
    install(at(root));
    const found = await loadRuntime(join(root, 'plugin/dist'), never, join(root, 'node/bin/node'));
    expect(found).toMatchObject({ getProxyAuthToken: expect.any(Function) });
  });

  it('is never taken from a folder that is avoided', async () => {
    const root = tempFolder();
    install(join(root, 'project'), 'throw new Error("ran")');
    const found = await loadRuntime(join(root, 'project/plugin/dist'), (folder) =>
      folder.startsWith(join(root, 'project')),
    );
    expect(found).toBe(`${RUNTIME_PACKAGE} is missing`);
  });

  test.each([
    ['is another version', 'export const SandboxManager = { initialize() {} };', 'is of another version'],
    ['exports nothing', '', 'is of another version'],
    ['is broken', 'throw new Error("no such system")', 'cannot be loaded: Error: no such system'],
  ])('that %s is told', async (_, code, why) => {
    const root = tempFolder();
    install(root, code);
    expect(await loadRuntime(root, never)).toContain(why);
  });
});

describe('variables of the proxy', () => {
  test.each([
    [['example.com'], 'localhost,127.0.0.1,::1'],
    [['127.0.0.1:8080'], 'localhost,::1'],
    [['localhost', '[::1]:80'], '127.0.0.1'],
    [['a.test', '[::1]'], 'localhost,127.0.0.1'],
  ])('with %o, all is asked through it but %s', (allowedDomains, direct) => {
    const { NO_PROXY, no_proxy, HTTPS_PROXY, ALL_PROXY } = doorEnvironment(DOOR, { allowedDomains });
    expect([NO_PROXY, no_proxy]).toEqual([direct, direct]);
    expect([HTTPS_PROXY, ALL_PROXY]).toEqual([
      'http://srt:abc@127.0.0.1:3128',
      'socks5h://srt:abc@127.0.0.1:3128',
    ]);
  });
});

it('behind a door, code is confined by a second bubblewrap that takes the last rights away', () => {
  const profile = { mounts: [], placeholders: [], hasNetwork: false };
  const door = doorStart(DOOR, '/usr/bin/bwrap');
  const args = bubblewrapArguments(profile, { cwd: '/w/proj', seccompFd: 3, door });
  const at = args.indexOf('/usr/bin/bwrap');
  const [first, second] = [args.slice(0, at), args.slice(at + 1)];
  expect(first.join(' ')).toContain(`--bind ${DOOR.socket} ${DOOR.socket}`);
  expect(first).toContain('--unshare-all');
  expect(first.join(' ')).not.toMatch(/--seccomp|--disable-userns|--share-net/);
  expect(second.join(' ')).toMatch(
    /--unshare-pid .*--disable-userns --cap-drop ALL --seccomp 3 --chdir \/w\/proj --$/,
  );
});

function network(over: Partial<DomainNetworkParts> = {}) {
  const root = tempFolder();
  const tested: string[] = [];
  const domains = new DomainNetwork({
    bundles: root,
    isForeign: never,
    socat: () => '/usr/bin/socat',
    test: async ({ socket }) => {
      tested.push(socket);
      return undefined;
    },
    ...over,
  });
  onTestFinished(() => domains.close());
  const open = (...allowedDomains: readonly string[]) => domains.open({ ...NO_HOST_SANDBOX, allowedDomains });
  return { root, open, domains, tested };
}

describe.skipIf(process.platform === 'win32')('the way to allowed domains', () => {
  it('is opened once, tested, and told of changes', async () => {
    const { root, open, tested } = network();
    const folder = install(root);
    const state = await open('a.test');
    expect(state).toMatchObject({ kind: 'open', door: { token: 'abc', socat: '/usr/bin/socat' } });
    expect(await open('a.test')).toEqual(state);
    expect(await open('b.test')).toEqual(state);
    expect(calls(folder)).toEqual(['initialize a.test ', 'update b.test']);
    expect(tested).toHaveLength(1);
  });

  it('stays closed where code behind it is not confined', async () => {
    const { root, open } = network({ test: async () => 'self-test: confined code reads the home' });
    const folder = install(root);
    expect(await open('a.test')).toEqual({
      kind: 'closed',
      why: 'self-test: confined code reads the home',
    });
    expect(calls(folder).at(-1)).toBe('reset');
  });

  it('stays closed with domains that nobody understands, now or later, and opens with others', async () => {
    const { root, open } = network();
    install(root);
    expect(await open('bad domain')).toEqual({ kind: 'closed', why: 'no domain: bad domain' });
    expect(await open('a.test')).toMatchObject({ kind: 'open' });
    expect(await open('bad domain')).toMatchObject({ kind: 'closed' });
    expect(await open('a.test')).toMatchObject({ kind: 'open' });
  });

  it('opens when what was missing is there', async () => {
    const { root, open } = network();
    expect(await open('a.test')).toEqual({ kind: 'closed', why: `${RUNTIME_PACKAGE} is missing` });
    install(root);
    expect(await open('a.test')).toMatchObject({ kind: 'open' });
  });

  it('needs socat', async () => {
    const { open } = network({ socat: () => undefined });
    expect(await open('a.test')).toEqual({ kind: 'closed', why: 'socat is missing' });
  });

  it('is opened anew when nothing listens any more', async () => {
    const { root, open, domains } = network();
    const folder = install(root);
    await open('a.test');
    await domains.close();
    expect(await open('a.test')).toMatchObject({ kind: 'open' });
    expect(calls(folder).filter((call) => call.startsWith('initialize'))).toHaveLength(2);
  });
});
