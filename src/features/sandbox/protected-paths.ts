/**
 * What runs code later, or decides what may run: never written by confined code, below a project or another writable
 * folder. Names that are absent are kept absent.
 */
export const PROTECTED_NAMES: readonly string[] = [
  '.claude',
  '.mcp.json',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.husky',
  '.cargo',
  '.yarn',
  '.mvn',
  '.envrc',
  '.npmrc',
  '.bashrc',
  '.bash_profile',
  '.profile',
  '.zshrc',
];

/** The same, but nothing reads them except in a home: elsewhere only those that are there are kept as they are. */
export const PROTECTED_IN_HOME: readonly string[] = [
  '.claude.json',
  '.gitconfig',
  '.bash_login',
  '.bash_logout',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.ripgreprc',
  '.config',
  '.local',
];

/**
 * The same, where they are there: an absent one asks for nothing, and one that is made can only ask for more. Without that,
 * confined code would take away the line by which the project asks for its confinement.
 */
export const PROTECTED_IF_THERE: readonly string[] = ['.plimsoll.json'];

/** The same inside a git folder: what git itself would run. The first is made and kept empty where it is absent. */
export const PROTECTED_IN_GIT = {
  hooks: 'hooks',
  files: ['config', 'config.worktree', 'commondir'],
} as const;
