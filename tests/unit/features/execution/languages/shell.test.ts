import { describe, expect, it } from 'vitest';
import type { Runtime } from '#features/execution/languages/language.ts';
import { shell, shellName } from '#features/execution/languages/shell.ts';
import { fakeLook, launched } from '../../../../helpers/look.ts';

const GIT = 'C:\\Program Files\\Git';
const PWSH = 'C:\\Program Files\\PowerShell\\7\\pwsh.exe';
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';
const WSL = 'C:\\Windows\\System32\\bash.exe';
const CMD = 'C:\\Windows\\System32\\cmd.exe';

const windows = (title: string): Runtime =>
  shell.runtimes('win32').find((runtime) => runtime.title === title) as Runtime;
const gitBash = windows('Git Bash');

describe('elsewhere than on Windows', () => {
  it.each(['linux', 'darwin', 'freebsd'] as const)('on %s it is bash, else sh', (platform) => {
    expect(shellName(fakeLook(platform, ['/bin/bash', '/bin/sh'], { PATH: '/bin' }))).toBe('bash');
    expect(shellName(fakeLook(platform, ['/bin/sh'], { PATH: '/bin' }))).toBe('sh');
    expect(shellName(fakeLook(platform, [], { PATH: '/bin' }))).toBe('missing');
  });

  it('bash reads no startup files', () => {
    const [bash, sh] = shell.runtimes('linux') as [Runtime, Runtime];
    expect(launched(bash, { program: '/bin/bash', code: 'echo "a b"' }).first).toEqual({
      command: '/bin/bash',
      args: ['--noprofile', '--norc', '-c', 'echo "a b"'],
    });
    expect(launched(sh, { program: '/bin/sh', code: 'x' }).first.args).toEqual(['-c', 'x']);
    expect(launched(bash, { program: 'b', code: 'x', isLong: true })).toMatchObject({
      written: { 'snippet.sh': 'x' },
      first: { args: ['--noprofile', '--norc', '/scratch/snippet.sh'] },
    });
  });
});

describe('on Windows', () => {
  it('it is Git Bash, then PowerShell, Windows PowerShell, cmd', () => {
    const env = {
      PATH: 'C:\\Windows\\System32;C:\\Windows\\System32\\WindowsPowerShell\\v1.0;C:\\Program Files\\PowerShell\\7',
    };
    const files = [`${GIT}\\bin\\bash.exe`, PWSH, POWERSHELL, CMD];
    const names = files.map((_file, index) => shellName(fakeLook('win32', files.slice(index), env)));
    expect(names).toEqual(['Git Bash', 'PowerShell', 'Windows PowerShell', 'cmd']);
  });

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, string | undefined]>([
    ['where it is installed as a rule', [`${GIT}\\bin\\bash.exe`], {}, `${GIT}\\bin\\bash.exe`],
    [
      'beside the git of PATH',
      ['D:\\Git\\cmd\\git.exe', 'D:\\Git\\bin\\bash.exe'],
      { PATH: 'D:\\Git\\cmd' },
      'D:\\Git\\bin\\bash.exe',
    ],
    [
      'installed for one user',
      ['C:\\Users\\t\\AppData\\Local\\Programs\\Git\\bin\\bash.exe'],
      { LOCALAPPDATA: 'C:\\Users\\t\\AppData\\Local' },
      'C:\\Users\\t\\AppData\\Local\\Programs\\Git\\bin\\bash.exe',
    ],
    [
      'where Claude Code was told it is',
      ['E:\\g\\bin\\bash.exe', `${GIT}\\bin\\bash.exe`],
      { CLAUDE_CODE_GIT_BASH_PATH: 'E:\\g\\bin\\bash.exe' },
      'E:\\g\\bin\\bash.exe',
    ],
    ['that of SHELL', ['D:\\msys\\bash.exe'], { SHELL: 'D:\\msys\\bash.exe' }, 'D:\\msys\\bash.exe'],
    ['never that of WSL, by PATH', [WSL], { PATH: 'C:\\Windows\\System32' }, undefined],
    ['never that of WSL, by SHELL', [WSL], { SHELL: WSL }, undefined],
    [
      'never a stub of the store',
      ['C:\\Users\\t\\AppData\\Local\\Microsoft\\WindowsApps\\bash.exe'],
      { PATH: 'C:\\Users\\t\\AppData\\Local\\Microsoft\\WindowsApps' },
      undefined,
    ],
    [
      'the one that brings its tools, not the bare one on PATH',
      [`${GIT}\\usr\\bin\\bash.exe`, `${GIT}\\bin\\bash.exe`],
      { PATH: `${GIT}\\usr\\bin`, ProgramFiles: 'Q:\\' },
      `${GIT}\\bin\\bash.exe`,
    ],
  ])('%s', (_what, files, env, found) => {
    expect(gitBash.find(fakeLook('win32', files, env))).toBe(found);
  });

  it('the bare bash gets the folder of its tools', () => {
    const env = { PATH: 'C:\\Windows' };
    const program = `${GIT}\\usr\\bin\\bash.exe`;
    const look = fakeLook('win32', [], env);
    expect(launched(gitBash, { ...look, program, code: 'ls' }).first.env).toEqual({
      PATH: `${GIT}\\usr\\bin;C:\\Windows`,
    });
    expect(launched(gitBash, { ...look, program: `${GIT}\\bin\\bash.exe`, code: 'ls' }).first.env).toEqual(
      {},
    );
  });

  it.each(['PowerShell', 'Windows PowerShell'])(
    '%s asks nothing, reads no profile, speaks UTF-8',
    (title) => {
      const { args } = launched(windows(title), { platform: 'win32', program: 'p', code: 'Get-Date' }).first;
      expect(args.slice(0, -2)).toEqual(expect.arrayContaining(['-NoProfile', '-NonInteractive']));
      expect(args.at(-2)).toBe('-Command');
      expect(args.at(-1)).toMatch(/^[^\n]*UTF8Encoding[^\n]*;Get-Date\n.*exit \$LASTEXITCODE/);
      const long = launched(windows(title), { platform: 'win32', program: 'p', code: 'é', isLong: true });
      expect(long.written['snippet.ps1']).toMatch(/^\u{feff}.*;é\n/u);
      expect(long.first.args.slice(-2)).toEqual(['-File', 'C:\\scratch\\snippet.ps1']);
    },
  );

  it('cmd runs several lines, in UTF-8', () => {
    const { written, first } = launched(windows('cmd'), {
      platform: 'win32',
      program: CMD,
      code: 'dir\necho é',
    });
    expect(written['snippet.cmd']).toBe('@echo off & chcp 65001 >nul\r\ndir\r\necho é\r\n');
    expect(first.args).toEqual(['/d', '/c', 'call', 'C:\\scratch\\snippet.cmd']);
  });
});
