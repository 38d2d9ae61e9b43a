import { describe, expect, it } from 'vitest';
import {
  argumentLimit,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  scriptText,
} from '#features/execution/languages.ts';

describe('the shell', () => {
  it('on Windows is the bash of Git for Windows, else PowerShell', () => {
    expect(LANGUAGES.shell.runtimes('win32')).toEqual([
      'C:\\Program Files\\Git\\bin\\bash.exe',
      'pwsh.exe',
      'powershell.exe',
    ]);
  });

  it.each(['linux', 'darwin', 'freebsd'] as const)('on %s is bash, else sh', (platform) => {
    expect(LANGUAGES.shell.runtimes(platform)).toEqual(['bash', 'sh']);
  });

  it.each(['/bin/bash', '/bin/sh', 'C:\\Program Files\\Git\\bin\\bash.exe'])(
    '%s takes code behind -c',
    (runtime) => {
      expect(LANGUAGES.shell.launchCode(runtime, 'echo "a b"')).toEqual({
        command: runtime,
        args: ['-c', 'echo "a b"'],
      });
    },
  );

  it.each([
    'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    'C:\\Program Files\\PowerShell\\7\\pwsh.exe',
    'C:\\Tools\\PWSH.EXE',
    '/usr/bin/pwsh',
  ])('%s takes code behind -Command, asks nothing and reads no profile', (runtime) => {
    expect(LANGUAGES.shell.launchCode(runtime, 'Get-Date')).toEqual({
      command: runtime,
      args: ['-NoProfile', '-NonInteractive', '-Command', 'Get-Date'],
    });
  });

  it.each([
    ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', 'ps1', ['-NoProfile', '-NonInteractive', '-File', 'f']],
    ['C:\\Program Files\\Git\\bin\\bash.exe', 'sh', ['f']],
    ['/bin/sh', 'sh', ['f']],
  ])('%s runs long code from a file with the ending %s', (runtime, extension, args) => {
    expect(LANGUAGES.shell.extension(runtime)).toBe(extension);
    expect(LANGUAGES.shell.launchFile(runtime, 'f')).toEqual({ command: runtime, args });
  });

  it('a program whose name only begins like PowerShell is none', () => {
    expect(LANGUAGES.shell.launchCode('/opt/pwsh-tools/bash', 'x').args[0]).toBe('-c');
  });
});

describe('javascript', () => {
  it('is this very runtime, as a module that knows require', () => {
    expect(LANGUAGES.javascript.runtimes()).toEqual([process.execPath]);
    const { args } = LANGUAGES.javascript.launchCode('/usr/bin/node', 'code()');
    expect(args.slice(0, 2)).toEqual(['--input-type=module', '-e']);
    expect(args[2]).toMatch(/createRequire.*code\(\)$/);
  });

  it('keeps line numbers: nothing but the first line grows', () => {
    expect(scriptText('javascript', 'a\nb').split('\n')).toHaveLength(2);
    expect(scriptText('python', 'a\nb')).toBe('a\nb');
  });
});

it('Bun needs no preparation', () => {
  expect(LANGUAGES.javascript.launchCode('/opt/bun', 'code()').args).toEqual(['-e', 'code()']);
  expect(LANGUAGES.javascript.launchCode('C:\\bun\\bun.exe', 'code()').args).toEqual(['-e', 'code()']);
});

it('code goes through a file before a system refuses the command line', () => {
  expect(argumentLimit('linux')).toBeLessThan(128 * 1024);
  // Windows: every character may need an escape.
  expect(2 * argumentLimit('win32')).toBeLessThan(32_767);
});

it('python on Windows is the launcher first, and writes UTF-8 everywhere', () => {
  expect(LANGUAGES.python.runtimes('win32')[0]).toBe('py.exe');
  expect(LANGUAGES.python.runtimes('linux')[0]).toBe('python3');
  expect(LANGUAGES.python.launchCode('python3', 'x').args).toEqual(['-X', 'utf8', '-c', 'x']);
});

it.each(LANGUAGE_NAMES)(
  '%s: names of programs on Windows carry their extension, and its name is its key',
  (name) => {
    const language: Language = LANGUAGES[name];
    expect(language.name).toBe(name);
    expect(language.install).not.toBe('');
    for (const program of language.runtimes('win32'))
      expect(program === process.execPath || program.endsWith('.exe')).toBe(true);
  },
);
