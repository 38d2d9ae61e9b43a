/**
 * What runs code later, or decides what may run: never written by confined code, below a project or another writable
 * folder. Names that are absent are kept absent.
 */
export const PROTECTED_NAMES: readonly string[] = [
  '.claude',
  '.claude.json',
  '.mcp.json',
  '.plimsoll.json',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.husky',
  '.cargo',
  '.yarn',
  '.mvn',
  '.envrc',
  '.npmrc',
  '.gitconfig',
  '.ripgreprc',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
];

/** The same inside a git folder: what git itself would run. The first is made and kept empty where it is absent. */
export const PROTECTED_IN_GIT = {
  hooks: 'hooks',
  files: ['config', 'config.worktree', 'commondir'],
} as const;
