import { AppError } from '#core/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Hosts that do not expand a placeholder pass it on literally; such a value counts as absent. */
export const isPlaceholder = (value: string): boolean => value.includes('${');

/** The variable's value; undefined when it is unset, blank or an unexpanded placeholder. */
export function environmentValue(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value && !isPlaceholder(value) ? value : undefined;
}

/**
 * The data directory: `$PLIMSOLL_HOME`, else `~/.plimsoll`. Nothing is created here.
 * Needs no modules, because every hook process asks first of all for this.
 * @throws AppError HOME_UNUSABLE when neither variable nor home directory is known.
 */
export function resolveHome(env: Environment): string {
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  const configured = environmentValue(env, 'PLIMSOLL_HOME');
  if (configured !== undefined) {
    return /^~(?:$|[\\/])/.test(configured) && userHome ? `${userHome}${configured.slice(1)}` : configured;
  }
  if (userHome === undefined) {
    throw new AppError('HOME_UNUSABLE', 'No data directory: set PLIMSOLL_HOME (HOME is not set either).');
  }
  return `${userHome}/.plimsoll`;
}
