import { existsSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyProduct, shipped } from '../../helpers/product/bundles.ts';
import { CANARY, canConfine, confinedPlace } from '../../helpers/product/confined-place.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { UNASKED, writeSettings } from '../../helpers/product/places.ts';
import { isAlive, processesWith, waitFor } from '../../helpers/product/processes.ts';
import { serveWeb } from '../../helpers/product/web-server.ts';

/** A `node_modules` folder that holds the package; the variable names one elsewhere. */
const MODULES = process.env.SANDBOX_RUNTIME_MODULES ?? shipped('node_modules');
const isInstalled = existsSync(join(MODULES, '@anthropic-ai/sandbox-runtime/package.json'));
const folders = (process.env.PATH ?? '').split(delimiter);
const hasSocat = folders.some((folder) => existsSync(join(folder, 'socat')));
const canAllow = canConfine && isInstalled && hasSocat;

if (!canAllow)
  console.warn(
    'SKIPPED tests of allowed domains: @anthropic-ai/sandbox-runtime (SANDBOX_RUNTIME_MODULES), socat or bubblewrap is missing',
  );

/** The product as an agent installs it, with the package beside it; the settings allow these domains. */
async function startAllowed(...allowedDomains: readonly string[]) {
  const place = confinedPlace({ host: { network: { allowedDomains } } });
  const product = copyProduct(join(place.root, 'product'));
  symlinkSync(MODULES, join(product, 'node_modules'));
  const env = { PATH: process.env.PATH ?? '' };
  const server = await startServer(place, {
    command: [process.execPath, join(product, 'dist/server.mjs')],
    env,
  });
  const shell = (code: string) => server.call('ctx_execute', { language: 'shell', code });
  const allow = (...domains: readonly string[]): void =>
    writeSettings(join(place.home, '.claude'), {
      ...UNASKED,
      sandbox: { enabled: true, network: { allowedDomains: domains } },
    });
  return { place, server, shell, allow };
}

const get = (url: string, more = ''): string => `curl -sS --max-time 20 ${more} ${url}`;

describe.skipIf(!canAllow)('allowed domains', () => {
  it('are reached, and nothing else is', async () => {
    const open = await serveWeb({ '/': 'the open page' });
    const other = await serveWeb({ '/': 'the other page' });
    const { shell } = await startAllowed(`127.0.0.1:${open.port}`);
    const first = await shell(get(open.origin));
    expect(first.text).toContain('the open page');
    expect(first.text).toContain('network by a proxy to the allowed domains only');
    expect(first.data.confinement).toBe('bwrap');
    const { text } = await shell(get(other.origin));
    expect(text).not.toContain('the other page');
    for (const origin of [open.origin, other.origin]) {
      const direct = await shell(get(origin, "--noproxy '*'"));
      expect(direct.data.exit_code, 'a connection that asks no proxy').not.toBe(0);
    }
    expect([open.asked, other.asked]).toEqual([['/'], []]);
  });

  it('are those of the moment', async () => {
    const one = await serveWeb({ '/': 'page one' });
    const two = await serveWeb({ '/': 'page two' });
    const { shell, allow } = await startAllowed(`127.0.0.1:${one.port}`);
    expect((await shell(get(one.origin))).text).toContain('page one');
    allow(`127.0.0.1:${two.port}`);
    expect((await shell(get(two.origin))).text).toContain('page two');
    expect((await shell(get(one.origin))).text).not.toContain('page one');
    allow();
    expect((await shell(`${get(two.origin)}; env`)).text).not.toMatch(/page two|PROXY/);
  });

  it('take nothing away from the rest of the confinement', async () => {
    const { shell, place } = await startAllowed('example.com');
    for (const code of [
      'cat ~/.ssh/id_ed25519',
      'cat ../neighbour/file.txt',
      'cat /proc/*/root/$HOME/.netrc',
      `ls ${place.data}/projects`,
      ': > .claude/settings.json || : > .mcp.json',
      ': > ../neighbour/file.txt',
      ': > .git/hooks/pre-commit',
      'unshare -Ur true',
      'bwrap --dev-bind / / true',
      'umount /tmp',
      'mount --bind /etc /mnt',
      `kill -9 1; kill -9 ${process.pid}`,
    ]) {
      const { text, data } = await shell(code);
      expect(text, code).not.toContain(CANARY);
      expect(data.exit_code, code).not.toBe(0);
    }
    const socket = `node -e "require('net').connect(process.argv[1]).on('error',(e)=>console.log(e.code))" x.sock`;
    const { text } = await shell(`grep ^Seccomp: /proc/self/status; ${socket}`);
    expect(text).toMatch(/Seccomp:\s*2/);
    expect(text).not.toMatch(/ENOENT|ECONNREFUSED/);
    expect((await shell('ls -d /proc/[0-9]* | wc -l')).text).toMatch(/^\s*\d\s*$/m);
  });

  it('are reached again after the proxy was ended by others', async () => {
    const open = await serveWeb({ '/': 'the open page' });
    const { shell } = await startAllowed(`127.0.0.1:${open.port}`);
    const before = processesWith('UNIX-LISTEN:');
    await shell('true');
    for (const pid of processesWith('UNIX-LISTEN:')) if (!before.includes(pid)) process.kill(pid, 'SIGKILL');
    expect((await shell(get(open.origin))).text).toContain('the open page');
  });

  it('end with the server', async () => {
    const { shell, server } = await startAllowed('example.com');
    const before = processesWith('UNIX-LISTEN:');
    await shell('true');
    const [proxy = 0, ...more] = processesWith('UNIX-LISTEN:').filter((pid) => !before.includes(pid));
    expect([isAlive(proxy), more]).toEqual([true, []]);
    server.child.stdin.end();
    await server.exited;
    await waitFor('the end of the proxy', () => !isAlive(proxy), 5_000);
  });

  it('end with a server that is killed', async () => {
    const { shell, server } = await startAllowed('example.com');
    const before = processesWith('UNIX-LISTEN:');
    await shell('true');
    const [proxy = 0] = processesWith('UNIX-LISTEN:').filter((pid) => !before.includes(pid));
    await server.kill();
    await waitFor('the end of the proxy', () => !isAlive(proxy), 5_000);
  });
});
