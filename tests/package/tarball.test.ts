import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeer } from '../e2e/harness/mcp-peer.ts';
import { runProcess } from '../e2e/harness/run-process.ts';
import { SYSTEM_PATH } from '../e2e/harness/sandbox.ts';
import { cloneTree } from '../e2e/harness/snapshot.ts';

interface PackResult {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let root = '';
let clone = '';
let env: Record<string, string> = {};
let packed: PackResult = { filename: '', files: [] };

const npm = (cwd: string, ...args: string[]) =>
  runProcess(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd, env });

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-pack-')));
  clone = cloneTree(root);
  env = { PATH: SYSTEM_PATH, HOME: root, PLIMSOLL_HOME: join(root, 'data'), LANG: 'C.UTF-8' };
  const { stdout, stderr } = await npm(
    clone,
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    root,
  );
  const [result] = JSON.parse(stdout || '[]') as PackResult[];
  if (result === undefined) throw new Error(`npm pack failed: ${stderr}`);
  packed = result;
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Files that the manifests, commands and skills name by `${CLAUDE_PLUGIN_ROOT}/…`, and those of package.json's bin. */
function referencedFiles(): readonly string[] {
  const named = packed.files
    .map(({ path }) => path)
    .filter((path) => /\.(json|md)$/.test(path) && !path.startsWith('dist/'))
    .flatMap((path) => [
      ...readFileSync(join(clone, path), 'utf8').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g),
    ])
    .map(([, path = '']) => path);
  const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return [...new Set([...named, ...Object.values(manifest.bin)])];
}

test('the tarball holds everything that the manifests reference, and the native libraries', () => {
  const paths = new Set(packed.files.map(({ path }) => path));
  const natives = readdirSync(join(clone, 'dist', 'native'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(clone.length + 1)
        .replaceAll('\\', '/'),
    );
  const manifests = [
    '.claude-plugin/plugin.json',
    '.claude-plugin/marketplace.json',
    '.mcp.json',
    'hooks/hooks.json',
  ];
  const wanted = [...referencedFiles(), ...natives, ...manifests, 'README.md', 'LICENSE'];
  expect(wanted.length).toBeGreaterThan(manifests.length + 2);
  expect(wanted.filter((path) => !paths.has(path))).toEqual([]);
});

test('the tarball holds no sources, tests or modules', () => {
  const strangers = packed.files.filter(({ path }) =>
    /^(src|tests|scripts|benchmarks|node_modules)\//.test(path),
  );
  expect(strangers).toEqual([]);
});

test('works when installed without scripts, optional dependencies and network', async () => {
  const place = join(root, 'place');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'place', private: true }));
  const flags = ['--ignore-scripts', '--omit=optional', '--omit=dev', '--offline', '--no-audit', '--no-fund'];
  const installed = await npm(place, 'install', ...flags, join(root, packed.filename));
  expect(installed.exitCode, installed.stderr).toBe(0);
  const modules = readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(modules).toEqual(['plimsoll']);

  const dist = join(place, 'node_modules', 'plimsoll', 'dist');
  const peer = await startPeer(process.execPath, [join(dist, 'server.mjs')], { cwd: place, env });
  await peer.call('ctx_index', { content: '# Fog\n\nThe horn sounds twice a minute.', source: 'fog' });
  expect((await peer.call('ctx_search', { queries: ['horn sounds'] })).text).toContain('twice a minute');
  expect(await peer.end()).toBe(0);
  const bin = join(place, 'node_modules', '.bin', 'plimsoll');
  const help = await runProcess(bin, ['--help'], { cwd: place, env });
  const names = [...help.stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['stats', 'doctor', 'upgrade', 'serve', 'hook']));
  for (const name of names)
    expect((await runProcess(bin, [name, '--help'], { cwd: place, env })).exitCode, name).toBe(0);
  const upgrade = await runProcess(bin, ['upgrade'], { cwd: place, env });
  expect(upgrade.stdout).toMatch(/npm install --prefix "\S+" plimsoll@latest/);
  const doctor = await runProcess(bin, ['doctor'], { cwd: place, env });
  expect(doctor.stdout).toMatch(/^0 failures, /m);
  const stats = await runProcess(bin, ['stats', '--json'], { cwd: place, env });
  expect(stats.exitCode, stats.stderr).toBe(0);
  expect(JSON.parse(stats.stdout)).toMatchObject({ sources: 1 });
});
