import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findLibrary, THIS_MACHINE } from '../../src/storage/drivers/native-library.ts';
import { BUNDLE_DIR, bundleProgram, run, tempFolder } from '../helpers/store/programs.ts';

const built = mkdtempSync(join(tmpdir(), 'plimsoll-program-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));
const program = bundleProgram('driver-program.ts', built);

const own = findLibrary(THIS_MACHINE);
if (!own.ok) throw new Error(own.error);
const LIBRARY = own.value.file;
/** What is used when better-sqlite3 is not: depends on the runtime of these tests. */
const NEXT = /^(node:sqlite|vendored)$/;

it.each([
  ['cut short', (target: string) => cutCopy(join(BUNDLE_DIR, 'native', LIBRARY), target)],
  ['empty', (target: string) => writeFileSync(target, '')],
  [
    'of another machine',
    (target: string) => copyFileSync(join(BUNDLE_DIR, 'native', 'linux-arm64-musl.node'), target),
  ],
  ['no library', (target: string) => writeFileSync(target, 'x'.repeat(5000))],
])(
  'install-020: goes on with the next driver when the native part of better-sqlite3 is %s',
  async (_what, make) => {
    const bundleDir = bundleFolder();
    make(fakeBetterSqlite3(bundleDir, '12.11.1'));
    expect(await select(bundleDir)).toMatchObject({
      driver: expect.stringMatching(NEXT),
      skipped: [{ code: 'DRIVER_SKIPPED', driver: 'better-sqlite3', reason: expect.stringMatching(/.{10}/) }],
    });
  },
);

it.each(['11.9.0', '12.10.3', '14.0.0-beta.1', ...(Number(process.versions.napi) < 10 ? ['13.2.0'] : [])])(
  'install-020: does not even load better-sqlite3 %s here',
  async (version) => {
    const bundleDir = bundleFolder();
    writeFileSync(fakeBetterSqlite3(bundleDir, version), '');
    expect(await select(bundleDir)).toMatchObject({
      driver: expect.stringMatching(NEXT),
      skipped: [{ driver: 'better-sqlite3', reason: expect.stringContaining(version) }],
    });
  },
);

it('install-020: does not take better-sqlite3 from NODE_PATH', async () => {
  const [bundleDir, global] = [bundleFolder(), tempFolder()];
  writeFileSync(fakeBetterSqlite3(join(global, 'dist'), '12.11.1'), '');
  const found = await select(bundleDir, '', { NODE_PATH: join(global, 'node_modules') });
  expect(found).toMatchObject({ driver: expect.stringMatching(NEXT), skipped: [] });
});

it.each([
  ['cut short', (path: string) => truncateSync(path, 1_000_000), 'bytes instead of'],
  ['changed', (path: string) => flipByte(path), 'sha256'],
])('does not load a vendored library that is %s', async (_what, spoil, reason) => {
  const bundleDir = bundleFolder();
  spoil(join(bundleDir, 'native', LIBRARY));
  expect(await select(bundleDir, 'vendored')).toMatchObject({
    code: 'DRIVER_MISSING',
    message: expect.stringContaining(reason),
  });
});

it('says what to do when no driver is left', async () => {
  const answer = await select(tempFolder(), 'vendored');
  expect(answer).toMatchObject({
    code: 'DRIVER_MISSING',
    message: expect.stringContaining('Reinstall plimsoll'),
  });
});

it('refuses an unknown forced driver by name', async () => {
  const answer = await select(bundleFolder(), 'sqlite');
  expect(answer).toMatchObject({
    code: 'ARGUMENT_INVALID',
    message: expect.stringContaining('better-sqlite3, node:sqlite, vendored'),
  });
});

async function select(bundleDir: string, forced = '', env: Record<string, string> = {}): Promise<unknown> {
  const { stdout, stderr, signal } = await run(program, ['select', forced, bundleDir], env);
  expect({ stderr, signal }).toEqual({ stderr: '', signal: null });
  return JSON.parse(stdout);
}

/** A `dist` with the native library of this machine in a folder without node_modules. */
function bundleFolder(): string {
  const bundleDir = join(tempFolder(), 'dist');
  mkdirSync(join(bundleDir, 'native'), { recursive: true });
  copyFileSync(join(BUNDLE_DIR, 'native', LIBRARY), join(bundleDir, 'native', LIBRARY));
  return bundleDir;
}

/** Beside the bundle folder; loading it means loading its binary, whose path is returned. Version 13 kills the process. */
function fakeBetterSqlite3(bundleDir: string, version: string): string {
  const folder = join(bundleDir, '..', 'node_modules', 'better-sqlite3');
  mkdirSync(join(folder, 'build', 'Release'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'better-sqlite3', version, main: 'index.js' }),
  );
  writeFileSync(
    join(folder, 'index.js'),
    `if (!'${version}'.startsWith('12.11')) process.abort();
     module.exports = class { constructor(path, options) { require(options.nativeBinding); throw new Error('loaded'); } };`,
  );
  return join(folder, 'build', 'Release', 'better_sqlite3.node');
}

function cutCopy(from: string, to: string): void {
  copyFileSync(from, to);
  truncateSync(to, 500_000);
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
