import { resolve } from 'node:path';
import type { LanguageName } from '#features/execution/languages.ts';
import type { CallAccess } from '#features/policy/act.ts';

/** The folder that a run starts in, whether it exists or not. */
export const placeOf = (cwd: string | undefined, projectRoot: string): string =>
  resolve(projectRoot, cwd ?? '.');

/** What running this code does: shell code is judged by its commands, other code as the command line that starts it. */
export const codeAccess = (language: LanguageName, code: string, cwd: string): CallAccess => ({
  acts: [language === 'shell' ? { kind: 'shell', code, cwd } : { kind: 'code', language, code, cwd }],
  isOwnRead: false,
});
