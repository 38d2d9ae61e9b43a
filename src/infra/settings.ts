import { join } from 'node:path';
import { isRecord, type JsonRecord, parseJsonFile } from '#core/json.ts';
import { acceptedBy, isNarrower, type Setting, textOf, variableOf } from '#core/settings/setting.ts';
import { SETTINGS } from '#core/settings/table.ts';
import { namesFor } from '#core/text/nearest-name.ts';
import { type Environment, environmentValue } from './home.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { createTextFileCache, type TextFile } from './text-file-cache.ts';

/** The user's file in the data folder, and the one that a project can bring. */
const USER_FILE = 'config.json';
const PROJECT_FILE = '.plimsoll.json';
/** Values that the agent's own dialog for plugin options hands over. */
const OPTION_PREFIX = 'PLIMSOLL_OPTION_';

export const userSettingsFile = (home: string): string => join(home, USER_FILE);

/** Where a value comes from, in words. */
type SettingOrigin = 'default' | 'user file' | 'project file' | 'environment' | 'plugin options';

interface SettingValue {
  readonly setting: Setting;
  /** As its variable would hold it; undefined: nobody set it. */
  readonly text: string | undefined;
  readonly origin: SettingOrigin;
}

export interface EffectiveSettings {
  readonly values: readonly SettingValue[];
  /** What could not be used, one line each: the place, the value, what is accepted. */
  readonly problems: readonly string[];
}

interface SettingsFile {
  readonly path: string;
  readonly content: JsonRecord;
}

/** Reads a file of settings, and again only when it changed. */
type Reader = (path: string) => TextFile;

function readFile(path: string, read: Reader, problems: string[]): SettingsFile {
  const file = read(path);
  if (file.kind === 'unreadable') problems.push(`${path} cannot be read: ${file.why}.`);
  if (file.kind !== 'text') return { path, content: {} };
  const content = parseJsonFile(file.text);
  if (isRecord(content)) return { path, content };
  problems.push(`${path} is no JSON object; nothing in it counts.`);
  return { path, content: {} };
}

const inFile = ({ content }: SettingsFile, key: string): unknown => {
  const [section = '', name = ''] = key.split('.');
  const part = content[section];
  return isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined;
};

/** The setting's text in a file; undefined when it is not there, or not acceptable: then a problem. */
function textIn(file: SettingsFile, setting: Setting, problems: string[]): string | undefined {
  const value = inFile(file, setting.key);
  if (value === undefined) return undefined;
  const text = textOf(setting, value);
  if (text === undefined)
    problems.push(
      `${setting.key} in ${file.path} is ${JSON.stringify(value)}; accepted: ${acceptedBy(setting)}.`,
    );
  return text;
}

/** Keys that nobody knows: most are mistyped. `$schema` is for editors. */
function unknownKeys({ path, content }: SettingsFile): readonly string[] {
  const known = new Set(SETTINGS.map(({ key }) => key));
  const sections = new Set(SETTINGS.map(({ key }) => key.split('.')[0]));
  return Object.entries(content)
    .filter(([section]) => section !== '$schema')
    .flatMap(([section, part]) => {
      if (!sections.has(section)) return [section];
      if (!isRecord(part)) return [];
      return Object.keys(part)
        .map((name) => `${section}.${name}`)
        .filter((key) => !known.has(key));
    })
    .map((key) => `${key} in ${path} is unknown; ${namesFor(key, [...known], 'known:')}`);
}

/**
 * What holds: `config.json` of the data folder, then `.plimsoll.json` of the project where it asks for less, then the
 * variables, then the plugin's options; the later place wins. A value that is not accepted counts as absent, and is told.
 */
export function effectiveSettings(
  env: Environment,
  home: string | undefined,
  projectRoot: string,
  read: Reader = createTextFileCache(),
): EffectiveSettings {
  const problems: string[] = [];
  const user =
    home === undefined ? { path: '', content: {} } : readFile(userSettingsFile(home), read, problems);
  const project = readFile(join(projectRoot, PROJECT_FILE), read, problems);
  problems.push(...unknownKeys(user), ...unknownKeys(project));
  const values = SETTINGS.map((setting): SettingValue => {
    const option = environmentValue(env, variableOf(setting.key).replace('PLIMSOLL_', OPTION_PREFIX));
    if (option !== undefined) return { setting, text: option, origin: 'plugin options' };
    const variable = environmentValue(env, variableOf(setting.key));
    if (variable !== undefined) return { setting, text: variable, origin: 'environment' };
    const users = textIn(user, setting, problems);
    const projects = projectText(project, setting, users, problems);
    if (projects !== undefined) return { setting, text: projects, origin: 'project file' };
    return { setting, text: users, origin: users === undefined ? 'default' : 'user file' };
  });
  return { values, problems };
}

function projectText(
  file: SettingsFile,
  setting: Setting,
  users: string | undefined,
  problems: string[],
): string | undefined {
  const text = textIn(file, setting, problems);
  if (text === undefined) return undefined;
  if (setting.isProjects && (setting.isOwnReader === true || isNarrower(setting, text, users))) return text;
  problems.push(
    `${setting.key} in ${file.path} is passed over: a project may only ask for less than the user's own settings.`,
  );
  return undefined;
}

/**
 * The settings of a process, worked out again only when one of the two files changed: every hook asks for several. The
 * variables are taken for those of the first time.
 */
function rememberedSettings(
  env: Environment,
  home: string | undefined,
): (projectRoot: string) => EffectiveSettings {
  const read = createTextFileCache();
  let known:
    | { readonly files: readonly TextFile[]; readonly root: string; readonly settings: EffectiveSettings }
    | undefined;
  return (root) => {
    const files = [join(root, PROJECT_FILE), ...(home === undefined ? [] : [userSettingsFile(home)])].map(
      read,
    );
    if (known?.root === root && files.every((file, i) => file === known?.files[i])) return known.settings;
    const settings = effectiveSettings(env, home, root, read);
    known = { files, root, settings };
    return settings;
  };
}

interface LivePlace {
  readonly env: Environment;
  /** Undefined while there is no data folder. */
  readonly home: string | undefined;
  readonly projectRoot: () => string;
  /** Told once of each problem. */
  readonly onProblem: (problem: string) => void;
}

/**
 * The environment in which every setting is its variable, as it is set now: who reads variables reads settings, and a file
 * that changes counts with the next call (of the same turn of the event loop: not yet). Children inherit only what the environment itself holds. Settings whose feature
 * reads the files itself are left out.
 */
export function liveEnvironment({ env, home, projectRoot, onProblem }: LivePlace): Environment {
  const remembered = rememberedSettings(env, home);
  const settingsNow = oncePerTurn(() => remembered(projectRoot()));
  const told = new Set<string>();
  const textNow = (key: string): string | undefined => {
    const { values, problems } = settingsNow();
    for (const problem of problems) {
      if (told.has(problem)) continue;
      told.add(problem);
      onProblem(problem);
    }
    return values.find(({ setting }) => setting.key === key)?.text;
  };
  const live = SETTINGS.filter(({ isOwnReader }) => isOwnReader !== true);
  const getters = live.map(({ key }) => {
    const name = variableOf(key);
    return [
      name,
      { get: () => textNow(key), enumerable: env[name] !== undefined, configurable: true },
    ] as const;
  });
  return Object.defineProperties({ ...env }, Object.fromEntries(getters));
}
