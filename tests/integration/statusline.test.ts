import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyProduct } from '../helpers/product/bundles.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { status, statusLine } from '../helpers/product/context.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { loggedCodes, makePlace, makeStrictPlace, type Place } from '../helpers/product/places.ts';

const plain = { NO_COLOR: '1' };

describe('the line', () => {
  test('shows model, bar, percent of the point and tokens left to it', async () => {
    const { stdout, stderr } = await statusLine(makePlace(), status(84_000));
    expect({ stdout, stderr }).toEqual({ stdout: 'Haiku 4.5 · ████░░░░░░ 42 %, 116k left\n', stderr: '' });
  });

  test('the point is that of the settings, and 100 % of the window where that is wanted', async () => {
    const place = makePlace();
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150000' };
    expect((await statusLine(place, status(84_000), { env })).stdout).toContain('71 %, 33k left');
    const raw = { ...env, PLIMSOLL_CONTEXT_PERCENT_OF: 'window' };
    expect((await statusLine(place, status(84_000), { env: raw })).stdout).toContain('42 %, 33k left');
  });

  test.each([
    [139_000, {}, 'none'],
    [141_000, {}, '33'],
    [181_000, {}, '31'],
    [181_000, plain, 'none'],
    [181_000, { TERM: 'dumb' }, 'none'],
    [101_000, { PLIMSOLL_STATUSLINE_YELLOW_PERCENT: '50' }, '33'],
  ])('%s tokens with %j have the colour %s', async (tokens, env, colour) => {
    const { stdout } = await statusLine(makePlace(), status(tokens), { env });
    const codes = stdout
      .split('\u001b[')
      .slice(1)
      .map((part) => part.split('m')[0]);
    expect(codes).toEqual(colour === 'none' ? [] : [colour, '0']);
  });

  test('segments by variable and by file, in their order', async () => {
    const place = makePlace();
    mkdirSync(join(place.project, '.git'));
    writeFileSync(join(place.project, '.git', 'HEAD'), 'ref: refs/heads/topic/one\n');
    const input = status(84_000, {
      cost: { total_cost_usd: 1.239 },
      workspace: { current_dir: join(place.project, 'src', 'deep'), project_dir: place.project },
    });
    const env = { PLIMSOLL_STATUSLINE_SEGMENTS: 'branch, cost,model' };
    expect((await statusLine(place, input, { env })).stdout).toBe('topic/one · $1.24 · Haiku 4.5\n');
    mkdirSync(place.data, { recursive: true });
    const file = join(place.data, 'config.json');
    writeFileSync(file, JSON.stringify({ statusline: { segments: ['cost'] } }));
    expect((await statusLine(place, input)).stdout).toBe('$1.24\n');
    writeFileSync(file, JSON.stringify({ statusline: { segments: ['weather'] } }));
    expect((await statusLine(place, input)).stdout).toContain('42 %');
  });

  test.each([
    [40, 'Haiku 4.5 · ████░░░░░░ 42 %, 116k left'],
    [30, 'Haiku 4.5 · 42 %'],
    [12, 'Haiku 4.5'],
    [6, 'Haiku…'],
    [0, 'Haiku 4.5 · ████░░░░░░ 42 %, 116k left'],
  ])('in %s columns', async (columns, line) => {
    const { stdout } = await statusLine(makePlace(), status(84_000), { env: { COLUMNS: String(columns) } });
    expect(stdout).toBe(`${line}\n`);
  });

  test('names that hold control characters do not reach the terminal', async () => {
    const model = { id: 'x', display_name: 'A\u001b]0;title\u0007B\nC' };
    const { stdout } = await statusLine(makePlace(), status(null, { model }));
    expect(stdout).toBe('A]0;titleBC\n');
  });

  test.each([
    ['', 'empty'],
    ['[]', 'a list'],
    ['{"session_id": 5}', 'no session'],
    ['{"session_id":"s","model":7,"context_window":"x","cost":[],"workspace":null}', 'other types'],
    ['\u0000\u0001', 'no text'],
    [`{"session_id":"${'s'.repeat(3_000)}"}`, 'a long session'],
  ])('%j (%s) gives a line, and no word beside it', async (input) => {
    const { stdout, stderr, exitCode } = await statusLine(makePlace(), input);
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'plimsoll\n', stderr: '', exitCode: 0 });
  });

  test('a data folder that cannot be used does not make it blank', async () => {
    const place = makePlace();
    writeFileSync(place.data, 'a file');
    expect((await statusLine(place, status(84_000))).stdout).toContain('42 %');
    const { stdout } = await statusLine(place, status(84_000), { env: { PLIMSOLL_HOME: 'relative' } });
    expect(stdout).toBe('plimsoll\n');
  });

  test('shows what the server kept out of this session', async () => {
    const place = makePlace();
    const server = await startServer(place, { env: { CLAUDE_CODE_SESSION_ID: 's-1' } });
    await server.call('ctx_execute', { language: 'javascript', code: "console.log('x'.repeat(29000))" });
    await server.end();
    expect((await statusLine(place, status(84_000))).stdout).toMatch(/ · 2\d KB kept out\n$/);
  });
});

const settingsOf = (place: Place): string => join(place.home, '.claude', 'settings.json');

function writeUser(place: Place, text: string): void {
  mkdirSync(join(place.home, '.claude'), { recursive: true });
  writeFileSync(settingsOf(place), text);
}

const commandIn = (place: Place): string =>
  (JSON.parse(readFileSync(settingsOf(place), 'utf8')) as { statusLine: { command: string } }).statusLine
    .command;

describe('setting it up and taking it out', () => {
  test.each([
    ['an object in a line', '{"model":"opus"}'],
    [
      'tabs and other keys',
      '{\n\t"a": 1,\n\t"statusLine": {"type": "command", "command": "x"},\n\t"b": [1, 2]\n}\n',
    ],
    ['Windows line ends', '{\r\n  "a": 1\r\n}\r\n'],
    ['nothing in it', '{}'],
    ['no content', ''],
    ['a mark at the start', '\ufeff{ "a": "\\u00e4" }'],
  ])('%s: afterwards byte for byte as before', async (_name, text) => {
    const place = makeStrictPlace();
    writeUser(place, text);
    chmodSync(settingsOf(place), 0o640);
    expect((await runCli(place, 'statusline', '--install')).exitCode).toBe(0);
    const now = readFileSync(settingsOf(place), 'utf8').replace(/^\ufeff/, '');
    const before = text.trim() === '' ? {} : (JSON.parse(text.replace(/^\ufeff/, '')) as object);
    expect(JSON.parse(now)).toMatchObject({ ...before, statusLine: { type: 'command' } });
    expect(statSync(settingsOf(place)).mode & 0o777).toBe(0o640);
    expect((await runCli(place, 'statusline', '--uninstall')).exitCode).toBe(0);
    expect(readFileSync(settingsOf(place), 'utf8')).toBe(text);
  });

  test('where there were no settings, none are left', async () => {
    const place = makeStrictPlace();
    await runCli(place, 'statusline', '--install');
    expect(commandIn(place)).toContain('statusline.cjs');
    await runCli(place, 'statusline', '--uninstall');
    expect(existsSync(settingsOf(place))).toBe(false);
  });

  test('changes that others made meanwhile stay', async () => {
    const place = makeStrictPlace();
    writeUser(place, '{\n  "statusLine": { "type": "command", "command": "echo a" },\n  "x": 1\n}\n');
    await runCli(place, 'statusline', '--install');
    writeUser(place, readFileSync(settingsOf(place), 'utf8').replace('"x": 1', '"x": 2'));
    await runCli(place, 'statusline', '--uninstall');
    expect(readFileSync(settingsOf(place), 'utf8')).toBe(
      '{\n  "statusLine": { "type": "command", "command": "echo a" },\n  "x": 2\n}\n',
    );
  });

  test('another status line that was set meanwhile stays', async () => {
    const place = makeStrictPlace();
    writeUser(place, '{}');
    await runCli(place, 'statusline', '--install');
    writeUser(place, '{"statusLine":{"type":"command","command":"mine"}}');
    const { stdout } = await runCli(place, 'statusline', '--uninstall');
    expect(stdout).toContain('left as it is');
    expect(readFileSync(settingsOf(place), 'utf8')).toContain('mine');
    expect((await runCli(place, 'statusline', '--uninstall')).stdout).toContain('nothing was changed');
  });

  test('settings that are no JSON are not touched', async () => {
    const place = makeStrictPlace();
    writeUser(place, '{ "a": 1,, }');
    const { exitCode, stderr } = await runCli(place, 'statusline', '--install');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('nothing was changed'),
    });
    expect(readFileSync(settingsOf(place), 'utf8')).toBe('{ "a": 1,, }');
    expect(existsSync(join(place.data, 'bin'))).toBe(false);
  });

  test('settings that could not be written back byte for byte are not touched', async () => {
    const place = makeStrictPlace();
    writeUser(place, '');
    const bytes = Buffer.from('{ "a": "caf\u00e9" }', 'latin1');
    writeFileSync(settingsOf(place), bytes);
    const { exitCode, stderr } = await runCli(place, 'statusline', '--install');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('nothing was changed');
    expect(readFileSync(settingsOf(place))).toEqual(bytes);
  });

  test('a link stays a link', async () => {
    const place = makeStrictPlace();
    writeUser(place, '{}');
    rmSync(settingsOf(place));
    const real = join(place.root, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, settingsOf(place));
    await runCli(place, 'statusline', '--install');
    expect(lstatSync(settingsOf(place)).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('statusline.cjs');
  });

  test('the configuration folder of the agent counts', async () => {
    const place = makePlace();
    await runCli(place, 'statusline', '--install');
    expect(readFileSync(join(place.env.CLAUDE_CONFIG_DIR ?? '', 'settings.json'), 'utf8')).toContain(
      place.data,
    );
    expect(existsSync(settingsOf(place))).toBe(false);
  });

  test.each(['--install --uninstall', '--instal'])(
    'statusline %s asks for what is accepted',
    async (args) => {
      expect((await runCli(makePlace(), 'statusline', ...args.split(' '))).exitCode).toBe(2);
    },
  );
});

/** Runs the command as the settings name it, with what a status line has in its environment. */
const runShim = (place: Place, env: Readonly<Record<string, string>> = {}) => {
  const [, file = '', , home] = /node '([^']+)'( --home '([^']+)')?/.exec(commandIn(place)) ?? [];
  return statusLine(place, status(84_000), {
    args: home === undefined ? [file] : [file, '--home', home],
    env,
  });
};

describe('the status line that was there', () => {
  const former = (command: string): string =>
    JSON.stringify({ statusLine: { type: 'command', command, padding: 1 } });

  test('is shown first, with the same input; ours after it', async () => {
    const place = makeStrictPlace();
    writeUser(place, former('head -c 19; echo; echo two'));
    await runCli(place, 'statusline', '--install');
    expect(readFileSync(settingsOf(place), 'utf8')).toContain('"padding":1');
    const { stdout } = await runShim(place);
    expect(stdout).toBe('{"session_id":"s-1"\ntwo\nHaiku 4.5 · ████░░░░░░ 42 %, 116k left\n');
  });

  test.each([
    ['fails', 'echo half; echo trouble >&2; exit 3', 'half\n'],
    ['says nothing', 'true', ''],
    ['is gone', '/no/such/program', ''],
    ['does not read its input', 'exec <&-; echo deaf', 'deaf\n'],
  ])('one that %s takes nothing from ours', async (_name, command, first) => {
    const place = makeStrictPlace();
    writeUser(place, former(command));
    await runCli(place, 'statusline', '--install');
    const { stdout, stderr } = await runShim(place);
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(`^${first}Haiku`), stderr: '' });
  });

  test('one that hangs is ended', async () => {
    const place = makeStrictPlace();
    writeUser(place, former('echo first; exec sleep 60'));
    await runCli(place, 'statusline', '--install');
    const { stdout, durationMs } = await runShim(place);
    expect(stdout).toContain('42 %');
    expect(durationMs).toBeLessThan(6_000);
  }, 20_000);

  test('one that starts ours again does not start it for ever', async () => {
    const place = makeStrictPlace();
    const script = join(place.root, 'again.sh');
    writeUser(place, former(`sh ${script}`));
    await runCli(place, 'statusline', '--install');
    writeFileSync(script, `exec ${commandIn(place)}\n`);
    const { stdout } = await runShim(place);
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });
});

test('a new version of the plugin brings the installed program up to date', async () => {
  const place = makePlace();
  await runCli(place, 'statusline', '--install');
  const shim = join(place.data, 'bin', 'statusline.cjs');
  writeFileSync(shim, '// an older version\n');
  const product = copyProduct(join(place.root, 'plugin'));
  const server = await startServer(place, {
    command: [process.execPath, join(product, 'dist', 'server.mjs')],
  });
  const shipped = readFileSync(join(product, 'dist', 'statusline.cjs'), 'utf8');
  await expect
    .poll(() => readFileSync(shim, 'utf8') === shipped, { timeout: 15_000, interval: 200 })
    .toBe(true);
  await server.end();
  expect(loggedCodes(place, 'server')).toEqual([]);
}, 30_000);
