import { AppError } from '#core/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Hosts that do not expand a placeholder pass it on literally; such a value counts as absent. */
export const isPlaceholder = (value: string): boolean => value.includes('${');

/** The variable's value; undefined when it is unset, blank or an unexpanded placeholder. */
export function environmentValue(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value && !isPlaceholder(value) ? value : undefined;
}

const isAbsolutePath = (path: string): boolean =>
  process.platform === 'win32' ? /^(?:[A-Za-z]:)?[\\/]/.test(path) : path.startsWith('/');

/** `~` is the user's folder. Server, hooks and commands have different current folders, so a relative path means nothing. */
function configuredHome(path: string, userHome: string | undefined): string {
  if (/^~(?:$|[\\/])/.test(path) && userHome) return `${userHome}${path.slice(1)}`;
  if (isAbsolutePath(path)) return path;
  throw new AppError(
    'HOME_UNUSABLE',
    `PLIMSOLL_HOME is "${path}"; accepted: an absolute path, or one that begins with ~/.`,
  );
}

/**
 * The data directory: `$PLIMSOLL_HOME`, else `~/.plimsoll`. Nothing is created here.
 * Needs no modules, because every hook process asks first of all for this.
 * @throws AppError HOME_UNUSABLE when the variable is a relative path, or neither it nor a home directory is known.
 */
export function resolveHome(env: Environment): string {
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  const configured = environmentValue(env, 'PLIMSOLL_HOME');
  if (configured !== undefined) return configuredHome(configured, userHome);
  if (userHome === undefined) {
    throw new AppError('HOME_UNUSABLE', 'No data directory: set PLIMSOLL_HOME (HOME is not set either).');
  }
  return `${userHome}/.plimsoll`;
}
