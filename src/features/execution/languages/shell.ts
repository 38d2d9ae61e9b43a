import { byName, type Language, type LaunchRequest, type Look, type Runtime } from './language.ts';
import { bashToolsPath, findWindowsBash } from './windows-bash.ts';

/** Git Bash would take backslashes for escapes, and forms like `/c/…` mean nothing to other programs. */
const forwardSlashes = (path: string): string => path.replaceAll('\\', '/');

const sh: Runtime = {
  title: 'sh',
  find: byName('sh'),
  versionArgs: [],
  steps: ({ program, code, isLong, write }) => [
    { command: program, args: isLong ? [write('snippet.sh', code)] : ['-c', code] },
  ],
};

/** What a person has in startup files must neither print nor change anything. */
const BASH_QUIET = ['--noprofile', '--norc'];

const bash: Runtime = {
  title: 'bash',
  find: byName('bash'),
  versionArgs: ['--version'],
  steps: ({ program, code, isLong, write }) => [
    { command: program, args: [...BASH_QUIET, ...(isLong ? [write('snippet.sh', code)] : ['-c', code])] },
  ],
};

const gitBash: Runtime = {
  title: 'Git Bash',
  find: findWindowsBash,
  versionArgs: ['--version'],
  steps: ({ program, code, isLong, write, variable }) => {
    const source = isLong ? [forwardSlashes(write('snippet.sh', code))] : ['-c', code];
    const env = bashToolsPath(program, variable('PATH') ?? variable('Path') ?? '');
    return [{ command: program, args: [...BASH_QUIET, ...source], env }];
  },
};

/** Before the caller's first line and on it. */
const POWERSHELL_UTF8 =
  '$OutputEncoding=[Console]::OutputEncoding=[Console]::InputEncoding=New-Object Text.UTF8Encoding $false;';
/** PowerShell itself would turn the exit code of a program into 1. */
const POWERSHELL_EXIT = '\nif (-not $?) { if ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 } }\n';
const POWERSHELL_QUIET = ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass'];

const powershellSteps: Runtime['steps'] = ({ program, code, isLong, write }: LaunchRequest) => {
  const text = `${POWERSHELL_UTF8}${code}${POWERSHELL_EXIT}`;
  // Without the mark, Windows PowerShell takes a file for one in the system's old code page.
  const source = isLong ? ['-File', write('snippet.ps1', `\u{feff}${text}`)] : ['-Command', text];
  return [{ command: program, args: [...POWERSHELL_QUIET, ...source] }];
};

const pwsh: Runtime = {
  title: 'PowerShell',
  find: byName('pwsh'),
  versionArgs: ['--version'],
  steps: powershellSteps,
};

const windowsPowershell: Runtime = {
  title: 'Windows PowerShell',
  find: byName('powershell'),
  versionArgs: ['-NoProfile', '-Command', '"$($PSVersionTable.PSVersion)"'],
  steps: powershellSteps,
};

const cmd: Runtime = {
  title: 'cmd',
  find: ({ find, variable }) => find([`${variable('SystemRoot') ?? 'C:\\Windows'}\\System32\\cmd.exe`]),
  versionArgs: ['/d', '/c', 'ver'],
  // A command line holds one line; /d leaves out what the registry wants to be run.
  steps: ({ program, code, write }) => {
    const text = `@echo off & chcp 65001 >nul\n${code}\n`.replace(/\r?\n/g, '\r\n');
    return [{ command: program, args: ['/d', '/c', 'call', write('snippet.cmd', text)] }];
  },
};

export const shell: Language = {
  name: 'shell',
  install: 'install bash (on Windows: Git for Windows)',
  runtimes: (platform) => (platform === 'win32' ? [gitBash, pwsh, windowsPowershell, cmd] : [bash, sh]),
};

/** Which shell the language `shell` is here, for the description of a tool. Looks at file names only; starts nothing. */
export const shellName = (look: Look): string =>
  shell.runtimes(look.platform).find((runtime) => runtime.find(look) !== undefined)?.title ?? 'missing';
