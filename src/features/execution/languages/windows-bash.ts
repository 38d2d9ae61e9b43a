import type { Look } from './language.ts';

/** The bash of WSL runs in another system, with other files; and a store stub runs nothing at all. */
const isForeign = (program: string): boolean =>
  /[\\/](?:System32|Sysnative|SysWOW64|WindowsApps)[\\/]/i.test(program);

const inGit = (root: string): readonly string[] => [`${root}\\bin\\bash.exe`, `${root}\\usr\\bin\\bash.exe`];

/** The root of Git for Windows, from a program that lies in `cmd`, `bin`, `usr\bin` or `mingw64\bin` below it. */
const gitRoot = (program: string): string =>
  program.replace(/(?:[\\/](?:usr|mingw64|mingw32|clangarm64))?[\\/](?:cmd|bin)[\\/][^\\/]*$/i, '');

/**
 * The bash of Git for Windows: where Claude Code was told it is, where `git` is, where it is installed as a rule, then
 * what SHELL and PATH name. Never that of WSL. Undefined when there is none.
 */
export function findWindowsBash({ variable, find }: Look): string | undefined {
  const told = [variable('CLAUDE_CODE_GIT_BASH_PATH') ?? []].flat();
  const git = find(['git.exe']);
  const homes = [
    [variable('ProgramFiles'), '\\Git'],
    [variable('ProgramW6432'), '\\Git'],
    [variable('ProgramFiles(x86)'), '\\Git'],
    [variable('LOCALAPPDATA'), '\\Programs\\Git'],
    ['C:\\Program Files', '\\Git'],
  ].flatMap(([base, folder]) => (base === undefined ? [] : [`${base}${folder}`]));
  const roots = [...(git === undefined ? [] : [gitRoot(git)]), ...homes];
  const shell = variable('SHELL');
  const named = shell !== undefined && /^[A-Za-z]:.*[\\/]bash(?:\.exe)?$/i.test(shell) ? [shell] : [];
  const onPath = [find(['bash.exe']) ?? []].flat();
  const candidates = [
    ...told,
    ...roots.flatMap(inGit),
    ...named,
    ...onPath.flatMap((file) => [...inGit(gitRoot(file)), file]),
  ];
  return candidates.filter((file) => !isForeign(file)).flatMap((file) => find([file]) ?? [])[0];
}

/**
 * `bin\bash.exe` of Git for Windows brings its tools with it; the one in `usr\bin` finds not even `ls` unless its folder
 * is in PATH.
 */
export function bashToolsPath(bash: string, path: string): Readonly<Record<string, string>> {
  const folder = /^(.*[\\/]usr[\\/]bin)[\\/]bash\.exe$/i.exec(bash)?.[1];
  return folder === undefined ? {} : { PATH: `${folder};${path}` };
}
