import { lstatSync, type Stats, statSync } from 'node:fs';
import { AppError } from '#core/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Hosts that do not expand a placeholder pass it on literally; such a value counts as absent. */
export const isPlaceholder = (value: string): boolean => value.includes('${');

/** The variable's value; undefined when it is unset, blank or an unexpanded placeholder. */
export function environmentValue(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value && !isPlaceholder(value) ? value : undefined;
}

/** False where the user wants nothing of a session to be written down. */
export const isCapturing = (env: Environment): boolean =>
  environmentValue(env, 'PLIMSOLL_CONTINUITY_CAPTURE') !== 'off';

/** The agent's project, if it lies around this folder: who goes elsewhere works on something else. */
export function projectAround(env: Environment, folder: string): string | undefined {
  const project = environmentValue(env, 'CLAUDE_PROJECT_DIR');
  return project !== undefined && (folder === project || folder.startsWith(`${project}/`))
    ? project
    : undefined;
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

const unusable = (home: string, what: string): AppError =>
  new AppError(
    'HOME_UNUSABLE',
    `The data directory ${home} ${what}; it is not used. Set PLIMSOLL_HOME to a folder of your own, or remove this one.`,
    { data: { path: home } },
  );

/** Facts about what lies there; undefined when there is nothing, or it may not be looked at: whoever writes there will say so. */
function facts(look: typeof lstatSync, path: string): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Access for anybody but the owner. */
const OTHERS = 0o077;

/**
 * Another user's folder would let that one read and change what we store. A link is followed to a folder that is private, as
 * one of ours that was moved to another disk; not to any other, whoever owns that: what lies there is not meant for us.
 */
function assertOwn(home: string): void {
  const uid = process.getuid?.();
  const found = facts(lstatSync, home);
  if (uid === undefined || found === undefined) return;
  const isLink = found.isSymbolicLink();
  const folder = isLink ? facts(statSync, home) : found;
  if (folder === undefined) throw unusable(home, 'is a link that leads nowhere');
  if (!folder.isDirectory()) return;
  if (folder.uid !== uid && uid !== 0) throw unusable(home, `belongs to another user (uid ${folder.uid})`);
  if (isLink && (folder.mode & OTHERS) !== 0)
    throw unusable(
      home,
      `is a link to a folder that others can enter (mode ${(folder.mode & 0o777).toString(8)})`,
    );
}

/**
 * The data directory: `$PLIMSOLL_HOME`, else `~/.plimsoll`. Nothing is created here.
 * Needs no modules, because every hook process asks first of all for this.
 * @throws AppError HOME_UNUSABLE when the variable is a relative path, neither it nor a home directory is known, or the
 * folder is another user's or a link to one that is not private.
 */
export function resolveHome(env: Environment): string {
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  const home = namedHome(env, userHome);
  assertOwn(home);
  return home;
}

function namedHome(env: Environment, userHome: string | undefined): string {
  const configured = environmentValue(env, 'PLIMSOLL_HOME');
  if (configured !== undefined) return configuredHome(configured, userHome);
  if (userHome === undefined) {
    throw new AppError('HOME_UNUSABLE', 'No data directory: set PLIMSOLL_HOME (HOME is not set either).');
  }
  return `${userHome}/.plimsoll`;
}
