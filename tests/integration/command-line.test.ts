import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DIST } from '../helpers/product/bundles.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { hookPayload, runHook } from '../helpers/product/hook-runner.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

type Fields = Readonly<Record<string, unknown>>;

async function found(place: Place, ...args: readonly string[]): Promise<readonly Fields[]> {
  const { stdout, stderr } = await runCli(place, 'search', '--json', ...args);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { hits: readonly Fields[] }).hits;
}

describe('search', () => {
  test('by time: sources and events, without a question or with one, and the same filters', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'a.md'), '# Herd\n\nzebra one\n');
    writeFileSync(join(place.project, 'b.ts'), 'export const zebra = 2;\n');
    await runCli(place, 'index', 'a.md');
    await runCli(place, 'index', 'b.ts');
    await runHook(place, { input: hookPayload(place, { tool_name: 'Bash', tool_use_id: 't1' }) });

    const all = await found(place, '--sort', 'timeline', '--limit', '9');
    expect([...all].map(({ source }) => source).slice(1)).toEqual(['b.ts', 'a.md']);
    expect(all[0]).toMatchObject({ kind: 'event', title: expect.stringContaining('Bash'), lines: '' });
    expect(all.map(({ at }) => at)).toEqual([...all.map(({ at }) => at)].sort().reverse());

    const asked = await found(place, 'zebra', '--sort', 'timeline');
    expect(asked).toMatchObject([
      { query: 'zebra', id: '#2', source: 'b.ts', text: expect.stringContaining('zebra = 2') },
      { query: 'zebra', id: '#1', source: 'a.md', title: 'Herd', text: expect.stringContaining('zebra one') },
    ]);
    expect(await found(place, '--sort', 'timeline', '--kind', 'doc')).toMatchObject([{ source: 'a.md' }]);
    expect(await found(place, '--sort', 'timeline', '--source', '*.ts')).toMatchObject([{ source: 'b.ts' }]);
    expect(await found(place, '--sort', 'timeline', '--since', '2999-01-01')).toEqual([]);
    expect(await found(place, '--kind', 'event')).toMatchObject([{ kind: 'event' }]);
    expect(await found(place, 'bash', '--kind', 'event')).toHaveLength(1);

    const { stdout } = await runCli(place, 'search', '--sort', 'timeline', '--source', 'a.md');
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z #1 a\.md, lines 1-3\n$/);
  });

  test('without a question it needs the order of time; a wrong order is told', async () => {
    const place = makePlace();
    expect(await runCli(place, 'search')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--sort timeline'),
    });
    expect(await runCli(place, 'search', 'x', '--sort', 'age')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('accepted: relevance, timeline'),
    });
  });

  test('a file that is gone is named on stderr', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'a.md'), 'zebra one\n');
    await runCli(place, 'index', 'a.md');
    rmSync(join(place.project, 'a.md'));
    expect(await runCli(place, 'search', 'zebra')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'plimsoll: matches not shown: #1 a.md is gone\n',
    });
  });
});

test.each(['serve', 'hook', 'statusline', 'search', 'read', 'index', 'stats', 'demo'])(
  '%s --help prints its help and does nothing else',
  async (name) => {
    const place = makePlace();
    for (const flag of ['--help', '-h']) {
      const { exitCode, stdout, stderr } = await runCli(place, name, flag);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^.+\\n\\nplimsoll ${name}\\b`));
    }
  },
);

test.each([
  [['stats', 'all'], '"all"'],
  [['read', '#1', '#2', '12'], '"#2", "12"'],
  [['demo', 'now'], '"now"'],
  [['serve', 'me', '--stdio'], '"me", "--stdio"'],
  [['statusline', 'x y'], '"x y"'],
  [['stats', '--', '--help'], '"--help"'],
])('%j is refused, with what is too much', async (args, named) => {
  const { exitCode, stdout, stderr } = await runCli(makePlace(), ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^plimsoll: (?:\w+: )?unexpected arguments?: /);
  expect(stderr).toContain(`: ${named}.`);
});

/** Every command that can answer here without a network, with what it needs. */
const ANSWERING: readonly (readonly [name: string, ...args: readonly string[]])[] = [
  ['stats'],
  ['index', 'a.md'],
  ['search', 'zebra'],
  ['search', 'zebra', '--sort', 'timeline'],
  ['read', '#1'],
  ['purge'],
  ['config', 'list'],
  ['config', 'get', 'routing.advice'],
  ['config', 'set', 'routing.advice', 'off'],
  ['config', 'unset', 'routing.advice'],
  ['statusline', '--install'],
  ['statusline', '--uninstall'],
  ['completion', 'bash'],
  ['upgrade'],
  ['upgrade', '--migrate'],
  ['doctor'],
  ['demo'],
];

test('every command takes --json, and then prints JSON and nothing else', async () => {
  const place = makePlace();
  writeFileSync(join(place.project, 'a.md'), '# Herd\n\nzebra one\n');
  await runCli(place, 'index', 'a.md');
  for (const [name, ...args] of ANSWERING) {
    const { exitCode, stdout, stderr } = await runCli(place, name, ...args, '--json');
    // On a busy machine a part may be late, which doctor calls a failure.
    if (name !== 'doctor') expect([name, exitCode]).toEqual([name, 0]);
    expect([name, stderr]).toEqual([name, '']);
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expect(typeof JSON.parse(line)).toBe('object');
  }
});

test('exit codes: 2 for what is no command or option, whichever it is', async () => {
  const place = makePlace();
  const names = [...new Set([...ANSWERING.map(([name]) => name), 'fetch'])];
  for (const name of names) expect((await runCli(place, name, '--nonsense')).exitCode).toBe(2);
  expect((await runCli(place, 'nonsense')).exitCode).toBe(2);
  expect((await runCli(place, 'nonsense', '--help')).exitCode).toBe(2);
});

test.each([
  [['statz'], '"statz" is no command; did you mean stats?'],
  [['doctr', '--json'], '"doctr" is no command; did you mean doctor?'],
  [['stats', '--jsn'], '--jsn is no option here; did you mean --json?'],
  [['config', 'get', 'governor.mod'], '"governor.mod" is no setting; did you mean governor.mode?'],
  [['config', 'set', 'index.maxFiles', '-5'], '-5 is no option here; there are --json, --help.'],
])('%j: the word that was meant is named', async (args, said) => {
  const { exitCode, stdout, stderr } = await runCli(makePlace(), ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test('whoever finds nothing is told so, and where was looked', async () => {
  const place = makePlace();
  writeFileSync(join(place.project, 'a.md'), '# Herd\n\nzebra one\n');
  expect((await runCli(place, 'index', 'a.md')).stdout).toBe('#1 a.md: 1 passage, new\n');
  for (const args of [['quagga'], ['quagga', '--sort', 'timeline']]) {
    const { exitCode, stdout, stderr } = await runCli(place, 'search', ...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`plimsoll: nothing was found in what is stored of the project ${place.project}.\n`);
  }
  expect(await runCli(place, 'read', '1', '--grep', 'quagga')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'plimsoll: no line of #1 matches.\n',
  });
  expect((await runCli(place, 'read', '1', '--grep', 'zebra')).exitCode).toBe(0);
});

test.each([
  [['search', 'x', '--limit', '0'], '--limit is "0"; accepted: a whole number from 1 on.'],
  [['search', 'x', '--limit', 'many'], '--limit is "many"; accepted: a whole number from 1 on.'],
  [['fetch', 'http://x/', '--ttl-hours', 'soon'], 'accepted: a whole number from 0 on.'],
  [['read'], 'read needs a handle'],
  [['completion'], 'completion needs a shell: bash, zsh, fish.'],
])('%j is refused, with what is accepted', async (args, said) => {
  const { exitCode, stdout, stderr } = await runCli(makePlace(), ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test('a status line that was there before is spoken of only where there was one', async () => {
  const place = makePlace();
  const beside = 'What was there before is still shown';
  expect((await runCli(place, 'statusline', '--install')).stdout).not.toContain(beside);
  await runCli(place, 'statusline', '--uninstall');
  const folder = place.env.CLAUDE_CONFIG_DIR ?? join(place.env.HOME ?? '', '.claude');
  mkdirSync(folder, { recursive: true });
  const settings = { statusLine: { type: 'command', command: 'echo mine' } };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  expect((await runCli(place, 'statusline', '--install')).stdout).toContain(beside);
});

test('the general help, the completion and the helps know the same commands', async () => {
  const place = makePlace();
  const { stdout } = await runCli(place, '--help');
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
  expect(listed).toEqual(expect.arrayContaining(['upgrade', 'doctor', 'serve', 'hook', 'completion']));
  const { stdout: script } = await runCli(place, 'completion', 'fish');
  for (const name of listed) {
    expect((await runCli(place, name, '--help')).stdout).toMatch(new RegExp(`^.+\\n\\nplimsoll ${name}\\b`));
    expect(script).toContain(` -a ${name} `);
  }
});

test.each([
  [['search', '--for-prompt', 'nothing of it'], 'Nothing was found.\n'],
  [['search', '--for-prompt', 'where', 'is', '--for-prompt'], /--for-prompt is no option here/],
  [['index', '--for-prompt', 'not-there'], /not-there does not exist/],
  [['purge', '--for-prompt', '--nonsense'], /--nonsense is no option here/],
  [['read', '--for-prompt', '#999'], /#999/],
  [['stats', '--for-prompt', '--project'], /^plimsoll, this project/],
  [['stats', '--for-prompt', '--nonsense'], /--nonsense is no option here/],
  [['stats', '--for-prompt', '--all', '--project'], /accepted: one of them/],
  [['nonsense', '--for-prompt'], /is no command/],
] as const)('%j becomes part of a prompt, so it ends with 0 and says all on stdout', async (args, said) => {
  const { exitCode, stdout, stderr } = await runCli(makePlace(), ...args);
  expect([exitCode, stderr]).toEqual([0, '']);
  if (typeof said === 'string') expect(stdout).toBe(said);
  else expect(stdout).toMatch(said);
});

test.each([
  ['--help'],
  ['export', '--help'],
  ['config'],
  ['export', 'all', '--dir', 'sample', '--write'],
  ['nonsense'],
])('%j into a reader that is gone: nothing is said about it, and the work is done', async (...args) => {
  const place = makePlace();
  const usual = (await runCli(makePlace(), ...args)).exitCode;
  const child = spawn(process.execPath, [join(DIST, 'cli.mjs'), ...args], {
    cwd: place.project,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  child.stdout.destroy();
  if (args[0] === 'nonsense') child.stderr.destroy();
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(usual);
  expect(said).toBe('');
  if (args.includes('--write'))
    expect(existsSync(join(place.project, 'sample/.kiro/hooks/plimsoll.json'))).toBe(true);
});
