import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { installStatusline, type SetupPlace, uninstallStatusline } from '#features/statusline/setup.ts';
import { shipped } from '../helpers/product/bundles.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { status, statusLine } from '../helpers/product/context.ts';
import { makePlace, makeStrictPlace, type Place } from '../helpers/product/places.ts';

const settingsOf = (place: Place): string => join(place.home, '.claude', 'settings.json');

function writeUser(place: Place, content: string | Uint8Array): string {
  const file = settingsOf(place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const install = (place: Place) => runCli(place, 'statusline', '--install');
const uninstall = (place: Place) => runCli(place, 'statusline', '--uninstall');

/** Command lines that a shell, JSON or our own quoting could take apart. */
const COMMANDS = [
  `printf '%s' "it's" | tr a-z A-Z`,
  'printf "a\\tb" | cut -f2 # comment',
  `sh -c 'echo "\\"quoted\\"" && echo $HOME'`,
  'awk \'BEGIN { print "$x" }\'',
  'printf "päth ✓ \u{1F600}"',
  'cat >/dev/null; echo one; echo two',
  '   true   ',
];

test.each(COMMANDS)(
  'the former command %j goes on as it is, and comes back byte for byte',
  async (command) => {
    const place = makeStrictPlace();
    const text = `{\r\n\t"statusLine" : {"type":"command","command":${JSON.stringify(command)},"refreshInterval":5}\r\n}\r\n`;
    const file = writeUser(place, text);
    await install(place);
    const { statusLine: line } = JSON.parse(readFileSync(file, 'utf8'));
    expect(line.refreshInterval).toBe(5);
    const alone = await statusLine(place, status(84_000), { command });
    const ours = await statusLine(place, status(84_000), { command: line.command });
    const first = alone.stdout.trimEnd();
    expect(ours.stdout).toBe(`${first === '' ? '' : `${first}\n`}Haiku 4.5 · ████░░░░░░ 42 %, 116k left\n`);
    await uninstall(place);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

describe('settings that the agent itself does not read are not touched, and it is said why', () => {
  test.each([
    ['a comment', '{ // mine\n  "model": "opus"\n}\n'],
    ['a block comment', '/* mine */ {}'],
    ['a comma at the end', '{ "model": "opus", }'],
    ['a list', '[]'],
    ['half of it', '{ "model": "op'],
    ['a null byte', '{}\u0000'],
  ])('%s', async (_name, text) => {
    const place = makeStrictPlace();
    const file = writeUser(place, text);
    const { exitCode, stderr } = await install(place);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('comments and commas'),
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(join(place.data, 'statusline.json'))).toBe(false);
  });
});

describe('files that are not what they seem', () => {
  test('a link to a file elsewhere: that file is changed and restored, the link stays', async () => {
    const place = makeStrictPlace();
    const file = writeUser(place, '');
    const real = join(place.root, 'dotfiles', 'claude.json');
    mkdirSync(dirname(real));
    writeFileSync(real, '{ "a": 1 }');
    rmSync(file);
    symlinkSync('../../dotfiles/claude.json', file);
    if (!existsSync(file)) {
      rmSync(file);
      symlinkSync(real, file);
    }
    await install(place);
    expect(readFileSync(real, 'utf8')).toContain('statusline.cjs');
    await uninstall(place);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('{ "a": 1 }');
    expect(readdirSync(dirname(real))).toEqual(['claude.json']);
  });

  test('a link to nothing is left alone', async () => {
    const place = makeStrictPlace();
    const file = writeUser(place, '');
    rmSync(file);
    symlinkSync('/no/such/settings.json', file);
    const { exitCode, stderr } = await install(place);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('it is a link to nothing');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(existsSync(join(place.data, 'statusline.json'))).toBe(false);
  });

  test('a folder in its place is left alone', async () => {
    const place = makeStrictPlace();
    mkdirSync(settingsOf(place), { recursive: true });
    const { exitCode, stderr } = await install(place);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('nothing was changed');
  });

  test('one that may only be read keeps that right, there and back', async () => {
    const place = makeStrictPlace();
    const file = writeUser(place, '{}');
    chmodSync(file, 0o444);
    await install(place);
    expect(statSync(file).mode & 0o777).toBe(0o444);
    await uninstall(place);
    expect(statSync(file).mode & 0o777).toBe(0o444);
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  test('one that cannot be replaced: it is said, and nothing is left behind', async () => {
    const place = makeStrictPlace();
    const file = writeUser(place, '');
    // No name of a file beside it can be longer.
    const real = join(place.root, `${'n'.repeat(250)}.json`);
    writeFileSync(real, '{}');
    rmSync(file);
    symlinkSync(real, file);
    const { exitCode, stderr } = await install(place);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('nothing was changed'),
    });
    expect(readFileSync(real, 'utf8')).toBe('{}');
    expect(existsSync(join(place.data, 'statusline.json'))).toBe(false);
    expect(existsSync(join(place.data, 'bin', 'statusline.cjs'))).toBe(false);
    expect((await uninstall(place)).stdout).toContain('nothing was changed');
  });
});

describe('what was remembered is gone', () => {
  test.each(['', '{"settingsFile": 5}', 'xx'])(
    'with %j in its place ours can be taken out all the same',
    async (left) => {
      const place = makeStrictPlace();
      const file = writeUser(place, '{\n  "a": 1\n}\n');
      await install(place);
      writeFileSync(join(place.data, 'statusline.json'), left);
      expect((await uninstall(place)).stdout).toContain('was taken out');
      expect(readFileSync(file, 'utf8')).toBe('{\n  "a": 1\n}\n');
      expect(existsSync(join(place.data, 'bin', 'statusline.cjs'))).toBe(false);
    },
  );

  test('settings that were removed meanwhile: nothing to take out, and nothing is made', async () => {
    const place = makeStrictPlace();
    const file = writeUser(place, '{}');
    await install(place);
    rmSync(file);
    expect((await uninstall(place)).stdout).toContain('nothing was changed');
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(place.data, 'statusline.json'))).toBe(false);
  });
});

test('a data folder with quotes and blanks in its name is one status line, however often it is set up', async () => {
  const place = makePlace();
  const data = join(place.root, `da "ta" it's $x`);
  const named = { ...place, data, env: { ...place.env, PLIMSOLL_HOME: data } };
  const file = join(place.env.CLAUDE_CONFIG_DIR ?? '', 'settings.json');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  for (let run = 0; run < 3; run += 1) expect((await install(named)).exitCode).toBe(0);
  const { statusLine: line } = JSON.parse(readFileSync(file, 'utf8'));
  const { stdout } = await statusLine(named, status(84_000), { command: line.command });
  expect(stdout).toBe('Haiku 4.5 · ████░░░░░░ 42 %, 116k left\n');
  await uninstall(named);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(before);
});

test('any settings, in any layout: there and back gives the same bytes', () => {
  const place = makeStrictPlace();
  const setup: SetupPlace = {
    home: place.data,
    isHomeNamed: true,
    settingsFile: settingsOf(place),
    bundle: shipped('dist/statusline.cjs'),
    platform: 'linux',
  };
  const former = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue(),
    fc.record({ type: fc.constant('command'), command: fc.string({ unit: 'grapheme' }), padding: fc.nat() }),
  );
  const texts = fc
    .tuple(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
      former,
      fc.constantFrom(undefined, 2, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF', ' \n'),
    )
    .map(([object, line, indent, end, mark]) => {
      const settings = line === undefined ? object : { ...object, statusLine: line };
      return `${mark}${JSON.stringify(settings, null, indent).replaceAll('\n', end)}${end}`;
    });
  fc.assert(
    fc.property(texts, (text) => {
      const file = writeUser(place, text);
      expect(installStatusline(setup).kind).toMatch(/^(?:installed|joined)$/);
      expect(readFileSync(file, 'utf8')).not.toBe(text);
      expect(installStatusline(setup).kind).toBe('refreshed');
      expect(uninstallStatusline(setup).kind).toBe('restored');
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(uninstallStatusline(setup).kind).toBe('absent');
    }),
    { numRuns: 150 },
  );
});
