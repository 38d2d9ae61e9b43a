import { posix, win32 } from 'node:path';
import { type Environment, environmentValue } from '../home.ts';
import { realPath } from '../real-path.ts';
import { findProgram } from './find-program.ts';

const pathOf = (env: Environment): string =>
  environmentValue(env, 'PATH') ?? environmentValue(env, 'Path') ?? '';

const isInside = (path: string, folder: string, separator: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);

/**
 * The root of the file system, the user's own folder, or one around it: nobody cloned that, and the programs in it are those
 * that the user installed (nvm and the like put Node there).
 */
function isWholePlace(env: Environment, projectRoot: string, platform: NodeJS.Platform): boolean {
  const { parse, sep } = platform === 'win32' ? win32 : posix;
  if (parse(projectRoot).root === projectRoot) return true;
  const home = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  return home !== undefined && isInside(realPath(home), projectRoot, sep);
}

/**
 * PATH without what a repository could fill: relative entries, and folders of the project, also those that a link leads to.
 * Where the project is the user's whole folder or the whole machine, only relative entries go.
 *
 * @param projectRoot absolute, links resolved
 */
export function trustedPath(
  env: Environment,
  projectRoot: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const { delimiter, isAbsolute, normalize, sep } = platform === 'win32' ? win32 : posix;
  const absolute = pathOf(env)
    .split(delimiter)
    .filter((entry) => isAbsolute(entry));
  if (isWholePlace(env, projectRoot, platform)) return absolute.join(delimiter);
  return absolute
    .filter((entry) => ![normalize(entry), realPath(entry)].some((path) => isInside(path, projectRoot, sep)))
    .join(delimiter);
}

/** The environment in which a check starts programs by name: nothing of the project is among them. */
export function trustedEnvironment(env: Environment, projectRoot: string): Environment {
  const { Path: _, ...rest } = env;
  return { ...rest, PATH: trustedPath(env, projectRoot) };
}

/** The program that the name means by the whole PATH, where that is one of the project's; undefined: it is not. */
export function projectsProgram(name: string, env: Environment, projectRoot: string): string | undefined {
  const first = findProgram([name], env);
  return first === undefined || first === findProgram([name], trustedEnvironment(env, projectRoot))
    ? undefined
    : first;
}
