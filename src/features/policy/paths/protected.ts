/** Folders in which files are run or believed by programs later. */
const FOLDERS = new Set([
  '.git',
  '.vscode',
  '.idea',
  '.husky',
  '.cargo',
  '.devcontainer',
  '.yarn',
  '.mvn',
  '.claude',
]);

/** Files that shells, package managers and agents run or obey. */
const FILES = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.inputrc',
  '.gitconfig',
  '.gitmodules',
  '.ripgreprc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.envrc',
  '.mcp.json',
  '.claude.json',
]);

/** Whether writing to this path, as names, is never approved beforehand. Case does not count. */
export function isProtected(path: readonly string[]): boolean {
  const last = path.at(-1)?.toLowerCase() ?? '';
  return FILES.has(last) || path.some((name) => FOLDERS.has(name.toLowerCase()));
}
