import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { type Environment, environmentValue } from '../home.ts';

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * The absolute path of the first of these programs that exists, by PATH for bare names; undefined when there is none.
 * Names on Windows must carry their extension.
 */
export function findProgram(
  names: readonly string[],
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { delimiter, isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const folders = (environmentValue(env, 'PATH') ?? environmentValue(env, 'Path') ?? '')
    .split(delimiter)
    // Windows lets parts of PATH stand in quotes.
    .map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
    .filter(isAbsolute);
  for (const name of names) {
    const files = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
    const found = files.find((file) => isProgram(file) && !isStoreStub(file, platform));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Windows puts names of programs into PATH that are not installed: they open the store, as `python.exe` does. */
const isStoreStub = (file: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /[\\/]WindowsApps[\\/](?:python[\d.]*|bash|wsl)\.exe$/i.test(file);
