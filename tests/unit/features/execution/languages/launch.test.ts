import { describe, expect, it } from 'vitest';
import { csharp } from '#features/execution/languages/csharp.ts';
import { bun, detectsModules, node, ownProgram } from '#features/execution/languages/javascript.ts';
import { argumentLimit, type Runtime } from '#features/execution/languages/language.ts';
import { elixir, perl, php, python } from '#features/execution/languages/scripting.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#features/execution/languages.ts';
import { fakeLook, launched } from '../../../../helpers/look.ts';

const only = (language: { runtimes: (platform: NodeJS.Platform) => readonly Runtime[] }): Runtime =>
  language.runtimes('linux')[0] as Runtime;

it.each(LANGUAGE_NAMES)('%s: its name is its key, and a person is told how to get it', (name) => {
  expect(LANGUAGES[name].name).toBe(name);
  expect(LANGUAGES[name].install).toMatch(/^install \S/);
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(LANGUAGES[name].runtimes(platform).length).toBeGreaterThan(0);
});

it('code goes through a file before a system refuses the command line', () => {
  expect(argumentLimit('linux')).toBeLessThan(128 * 1024);
  // Windows: every character may need an escape.
  expect(2 * argumentLimit('win32')).toBeLessThan(32_767);
});

describe('javascript', () => {
  it.each([
    ['/usr/bin/node', true],
    ['/usr/bin/nodejs', true],
    ['/opt/node22', true],
    ['C:\\Program Files\\nodejs\\node.exe', true],
    ['/usr/local/bin/claude', false],
    ['C:\\Users\\t\\.local\\bin\\claude.exe', false],
    ['/opt/nodemon', false],
  ])('%s is Node itself: %s', (program, is) => {
    expect(ownProgram(program, /^node(?:js)?[\d.]*$/)).toEqual(is ? [program] : []);
  });

  it.each([
    ['v20.18.3', false],
    ['v20.19.0', true],
    ['v21.7.0', false],
    ['v22.6.0', false],
    ['v22.7.0', true],
    ['v26.0.0', true],
  ])('Node %s tells modules by their text: %s', (version, does) => {
    expect(detectsModules(version)).toBe(does);
  });

  it('the caller’s text is the argument, untouched', () => {
    const { first, written } = launched(node, { program: '/usr/bin/node', code: 'code()' });
    expect(first.args).toEqual(['-r', '/scratch/preload.cjs', '-e', 'code()']);
    expect(written['preload.cjs']).toContain('createRequire');
  });

  it('Bun downloads nothing', () => {
    expect(launched(bun, { program: '/opt/bun', code: 'code()' }).first.args).toEqual([
      '--no-install',
      '-e',
      'code()',
    ]);
    const long = launched(bun, { program: '/opt/bun', code: 'code()', isLong: true });
    expect(long.first.args).toEqual([
      '-c',
      expect.stringContaining('--no-install - <'),
      '/opt/bun',
      '/scratch/snippet.js',
    ]);
    expect(bun.find(fakeLook('win32', ['C:\\b\\bun.exe'], { PATH: 'C:\\b' }))).toBe('C:\\b\\bun.exe');
  });

  it('Node runs JavaScript, Bun TypeScript where it is there', () => {
    const titles = (['javascript', 'typescript'] as const).map((name) =>
      LANGUAGES[name].runtimes('linux').map(({ title }) => title),
    );
    expect(titles).toEqual([
      ['node', 'bun'],
      ['bun', 'node'],
    ]);
  });
});

it('python on Windows is the launcher first, and writes UTF-8 everywhere', () => {
  const files = ['C:\\p\\py.exe', 'C:\\p\\python.exe'];
  expect(only(python).find(fakeLook('win32', files, { PATH: 'C:\\p' }))).toBe('C:\\p\\py.exe');
  expect(launched(only(python), { program: 'python3', code: 'x' }).first.args).toEqual([
    '-X',
    'utf8',
    '-c',
    'x',
  ]);
});

it('perl writes bytes as they are, and characters where the code says that it has some', () => {
  const args = (code: string) => launched(only(perl), { program: 'perl', code }).first.args;
  expect(args('print "é"')).toEqual(['-e', 'print "é"']);
  expect(args('use utf8; print "é"')[0]).toBe('-CSDA');
  expect(args('use utf8;\nbinmode(STDOUT, ":utf8"); print "é"')[0]).toBe('-e');
});

describe('php', () => {
  const launch = (code: string) => launched(only(php), { program: 'php', code });

  it('needs no opening tag, and allows one', () => {
    expect(launch('echo 1;').first.args.slice(-2)).toEqual(['-r', 'echo 1;']);
    expect(launch('<?php\necho 1;').first.args.slice(-2)).toEqual(['-r', '\necho 1;']);
  });

  it.each(['<p><?= 1 ?></p>', '<?php echo 1; ?>\ntext'])('%j is a page, from a file', (code) => {
    expect(launch(code)).toMatchObject({ written: { 'snippet.php': code } });
  });
});

describe('c#', () => {
  const title = (files: readonly string[]): string | undefined =>
    csharp
      .runtimes('linux')
      .find((runtime) => runtime.find(fakeLook('linux', files, { PATH: '/bin:/opt/net' })))?.title;

  it('takes an SDK that runs single files, else a script runner, else Mono with its compiler', () => {
    expect(title(['/opt/net/dotnet', '/opt/net/sdk/10.0.100/x'])).toBe('dotnet 10');
    expect(title(['/opt/net/dotnet', '/opt/net/sdk/8.0.400/x'])).toBeUndefined();
    expect(title(['/opt/net/dotnet', '/opt/net/sdk/8.0.400/x', '/bin/mono', '/bin/mcs'])).toBe(
      'mcs with mono',
    );
    expect(title(['/bin/mcs'])).toBeUndefined();
  });

  it('never takes the folder’s project for the file', () => {
    const dotnet = csharp.runtimes('linux')[0] as Runtime;
    expect(launched(dotnet, { program: 'dotnet', code: 'x' }).first.args).toEqual([
      'run',
      '--file',
      '/scratch/snippet.cs',
    ]);
  });
});

it('elixir’s batch file on Windows is run by its shell', () => {
  const runtime = elixir.runtimes('win32')[0] as Runtime;
  const { first } = launched(runtime, { platform: 'win32', program: 'C:\\E x\\elixir.bat', code: 'x' });
  expect(first.command).toBe('C:\\Windows\\System32\\cmd.exe');
  expect(first.args).toEqual(['/d', '/c', 'call', 'C:\\E x\\elixir.bat', 'C:\\scratch\\snippet.exs']);
});
