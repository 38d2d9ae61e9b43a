import { chmodSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { isRecord, parseJson } from '#core/json.ts';
import { findProduct } from './find-product.ts';
import { readSmallFile } from './read-small.ts';
import { writePrivate } from './write-private.ts';

/** What starts the product for other agents, and where it lies. */
export interface LauncherPlace {
  /** The data folder. */
  readonly home: string;
  /** The data folder is not where it is by default. */
  readonly isHomeNamed: boolean;
  /** Folder of the bundles that are running. */
  readonly bundleDir: string;
  /** The program that runs them. */
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

const MAX_BYTES = 64 * 1024;
/** More than anybody has side by side. */
const MAX_FOLDERS = 8;

const scriptFile = (home: string): string => `${home}/bin/plimsoll.cjs`;
const shellFile = (home: string): string => `${home}/bin/plimsoll`;
const installsFile = (home: string): string => `${home}/bin/plimsoll.json`;

const shellQuoted = (text: string): string =>
  /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Program and arguments that start the server, without a shell. */
export const serveCommand = ({ home, node, platform }: LauncherPlace): readonly [string, ...string[]] =>
  platform === 'win32' ? [node, scriptFile(home), 'serve'] : [shellFile(home), 'serve'];

/** The command line of a hook. On Windows it begins with a bare word, which both shells there take for a program. */
export const hookCommand = ({ home, platform }: LauncherPlace, agent: string, event: string): string =>
  platform === 'win32'
    ? `node "${scriptFile(home)}" hook ${agent} ${event}`
    : `${shellQuoted(shellFile(home))} hook ${agent} ${event}`;

/**
 * Programs with windows have a short PATH, so the Node of now is named first; it may be gone after an update. A hook that is where
 * it was is started directly: each of them is waited for, and a script in between costs milliseconds.
 */
function shellText({ home, isHomeNamed, node }: LauncherPlace, bundleDir: string): string {
  const hook = shellQuoted(`${bundleDir}/hook.cjs`);
  const named = isHomeNamed
    ? `[ -n "\${PLIMSOLL_HOME:-}" ] || PLIMSOLL_HOME=${shellQuoted(home)}\nexport PLIMSOLL_HOME\n`
    : '';
  return `#!/bin/sh
# Starts plimsoll for other agents. Written by plimsoll export; plimsoll uninstall takes it away.
${named}for node in ${shellQuoted(node)} node; do
  command -v "$node" >/dev/null 2>&1 || continue
  if [ "$1" = hook ] && [ -f ${hook} ]; then
    shift
    exec "$node" ${hook} "$@"
  fi
  exec "$node" ${shellQuoted(scriptFile(home))} "$@"
done
# A hook without Node: the agent goes on without us.
[ "$1" = hook ] && exit 0
echo 'plimsoll: there is no Node any more where it was, nor on the PATH.' >&2
exit 1
`;
}

function folders(home: string): readonly string[] {
  const stored = parseJson(readSmallFile(installsFile(home), MAX_BYTES) ?? '');
  const list = isRecord(stored) && Array.isArray(stored.folders) ? stored.folders : [];
  return list.filter((each): each is string => typeof each === 'string');
}

/** Writes a file unless it is the same already. */
function put(file: string, text: string): void {
  if (readSmallFile(file, MAX_BYTES) !== text) writePrivate(file, text);
}

/** Writes the launcher, or brings it up to date. @throws the file system's error */
export function installLauncher(place: LauncherPlace): void {
  const { home, isHomeNamed, platform } = place;
  const bundleDir = place.bundleDir.replace(/[\\/]+$/, '');
  const known = [bundleDir, ...folders(home).filter((folder) => folder !== bundleDir)].slice(0, MAX_FOLDERS);
  put(
    installsFile(home),
    `${JSON.stringify({ folders: known, ...(isHomeNamed ? { home } : {}) }, null, 2)}\n`,
  );
  put(scriptFile(home), readFileSync(`${bundleDir}/launcher.cjs`, 'utf8'));
  if (platform === 'win32') return;
  put(shellFile(home), shellText(place, bundleDir));
  chmodSync(shellFile(home), 0o700);
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Whether what agents are told to start is there, and leads to a product that is there, too: its folder may have been moved, and
 * then every hook is silent. @throws the file system's error
 */
export function isLauncherThere({ home, platform }: LauncherPlace): boolean {
  const started = platform === 'win32' ? [scriptFile(home)] : [scriptFile(home), shellFile(home)];
  return started.every(isFile) && findProduct(folders(home)) !== undefined;
}

/** The same where it was installed once; for a new version of the product. @throws the file system's error */
export function refreshLauncher(place: LauncherPlace): void {
  if (isFile(installsFile(place.home))) installLauncher(place);
}

/** Takes the launcher away; nothing is started by it any more. @throws the file system's error */
export function removeLauncher(home: string): void {
  for (const file of [scriptFile(home), shellFile(home), installsFile(home)]) rmSync(file, { force: true });
  const bin = `${home}/bin`;
  if (statSync(bin, { throwIfNoEntry: false })?.isDirectory() && readdirSync(bin).length === 0)
    rmdirSync(bin);
}
