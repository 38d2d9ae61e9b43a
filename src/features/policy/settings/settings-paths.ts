import { isAbsolute, resolve } from 'node:path';
import type { RuleSource } from '../policy.ts';

/** What paths in settings are relative to; both absolute. */
export interface SettingsFolders {
  readonly home: string;
  readonly projectRoot: string;
}

const HOME_START = /^~(?=$|[\\/])/;

/** A folder of `additionalDirectories`, absolute: `~` is the user's folder, anything else is meant from the project. */
export const absoluteFolder = (text: string, { home, projectRoot }: SettingsFolders): string =>
  resolve(
    projectRoot,
    text.replace(HOME_START, () => home),
  );

/**
 * A path of `sandbox.filesystem`, absolute. `//p` and `/p` are the root's, `~/p` the user's; another one is meant from the
 * folder of its settings: for the user's file the folder of that file, else the project.
 */
export function absoluteSandboxPath(text: string, source: RuleSource, folders: SettingsFolders): string {
  if (text.startsWith('//')) return resolve(text.slice(1));
  const path = text.replace(HOME_START, () => folders.home);
  return isAbsolute(path) ? resolve(path) : resolve(source.anchor, path);
}
