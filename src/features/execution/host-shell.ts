import { readdirSync } from 'node:fs';
import { type Environment, environmentValue } from '#infra/home.ts';
import { findProgram } from '#infra/process/find-program.ts';
import type { Look } from './languages/language.ts';
import { shellName } from './languages/shell.ts';

/** The programs that are here, by this environment. Nothing is started. */
export const lookAround = (env: Environment, platform: NodeJS.Platform = process.platform): Look => ({
  platform,
  variable: (name) => environmentValue(env, name),
  find: (names) => findProgram(names, env, platform),
  namesIn: (folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
});

/** Name of the shell behind the language `shell`. Looks at a few file names. */
export const hostShell = (env: Environment, platform?: NodeJS.Platform): string =>
  shellName(lookAround(env, platform));

/** Shells whose language is that of bash, as rules read it. */
const BASH_LIKE = new Set(['bash', 'sh', 'Git Bash']);

/**
 * Whether shell code runs in a shell that reads it otherwise than bash: PowerShell or cmd, on Windows without Git Bash. What
 * looks like a word of an allowed command to bash may run another one there: `git status @(rm x)`.
 */
export const isOtherShell = (env: Environment, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' && !BASH_LIKE.has(hostShell(env, platform));
