import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
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
export function findProgram(names: readonly string[], env: Environment): string | undefined {
  const folders = (environmentValue(env, 'PATH') ?? environmentValue(env, 'Path') ?? '')
    .split(delimiter)
    .filter(isAbsolute);
  for (const name of names) {
    if (isAbsolute(name)) {
      if (isProgram(name)) return name;
      continue;
    }
    const folder = folders.find((candidate) => isProgram(join(candidate, name)));
    if (folder !== undefined) return join(folder, name);
  }
  return undefined;
}
