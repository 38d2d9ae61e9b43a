import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Folders that one test works in, below one temporary root, and the environment that points to them. */
export interface Place {
  readonly root: string;
  /** HOME; empty at first. */
  readonly home: string;
  /** PLIMSOLL_HOME; not created. */
  readonly data: string;
  /** Working directory of what is started. */
  readonly project: string;
  /** TMPDIR; empty at first. */
  readonly temp: string;
  /** The whole environment: of the caller's own only what a process needs to start. */
  readonly env: Readonly<Record<string, string>>;
}

const INHERITED = ['PATH', 'Path', 'SystemRoot', 'PATHEXT', 'COMSPEC', 'LANG'];

/** Settings in which nothing is asked: most tests are about what happens after that. */
export const UNASKED = { permissions: { defaultMode: 'bypassPermissions' } };

/** Writes a settings file: an object, or its text as it is. */
export function writeSettings(folder: string, settings: unknown, name = 'settings.json'): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), typeof settings === 'string' ? settings : JSON.stringify(settings));
}

/** A new place in which no permission rule asks; removed when the test ends. */
export function makePlace(): Place {
  const place = makeStrictPlace();
  // Not in HOME, which tests want to find empty.
  const folder = join(place.root, 'agent');
  writeSettings(folder, UNASKED);
  return { ...place, env: { ...place.env, CLAUDE_CONFIG_DIR: folder } };
}

/** What a killed server leaves running for a moment may still write there. */
async function removeQuietly(root: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      return;
    } catch (thrown) {
      if (tries === 30) throw thrown;
      await sleep(100);
    }
  }
}

/** The same without any settings of the agent, so that nothing runs unasked. The agent's files belong into `~/.claude`. */
export function makeStrictPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-place-')));
  onTestFinished(() => removeQuietly(root));
  const [home, project, temp] = ['home', 'project', 'temp'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, temp]) mkdirSync(folder);
  const data = join(root, 'data');
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = { HOME: home, USERPROFILE: home, PLIMSOLL_HOME: data, TMPDIR: temp, TEMP: temp, TMP: temp };
  return { root, home, data, project, temp, env: { ...Object.fromEntries(inherited), ...own } };
}

/** Codes in a log of the place (`hook`, `server`, `cli`), oldest first. Empty when nothing was logged. */
export function loggedCodes(place: Place, name: 'hook' | 'server' | 'cli'): readonly string[] {
  return logText(place, name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String((JSON.parse(line) as { code: unknown }).code));
}

function logText(place: Place, name: string): string {
  try {
    return readFileSync(join(place.data, 'logs', `${name}.log`), 'utf8');
  } catch {
    return '';
  }
}

/** Names in a folder of the data directory; empty when the folder does not exist. */
export function namesIn(...path: readonly string[]): readonly string[] {
  try {
    return readdirSync(join(...path));
  } catch {
    return [];
  }
}

/** The path of the only project's store. Fails when there is none, or more than one. */
export function storePath(place: Place): string {
  const projects = namesIn(place.data, 'projects');
  const [name] = projects;
  if (name === undefined || projects.length > 1) throw new Error(`not one project: ${projects.join(', ')}`);
  return join(place.data, 'projects', name, 'plimsoll.db');
}
