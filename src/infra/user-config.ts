import { existsSync, readFileSync } from 'node:fs';
import { AppError, systemCode } from '#core/errors.ts';
import { isRecord, parseJsonFile } from '#core/json.ts';
import { type Environment, environmentValue } from './home.ts';

/** The user's settings in the data folder. */
const FILE = 'config.json';
/** Names of the environment for `fetch.allowHosts`; the first that is set counts, in place of the file. */
const ALLOW_NAMES = ['PLIMSOLL_FETCH_ALLOW', 'PLIMSOLL_FETCH_ALLOW_HOSTS'];

const invalid = (message: string): AppError => new AppError('ARGUMENT_INVALID', message);

/** A section of the settings; empty without the file or the section. @throws AppError ARGUMENT_INVALID */
export function readSection(home: string, name: string): Readonly<Record<string, unknown>> {
  const path = `${home}/${FILE}`;
  // An exception would cost every hook more than a look.
  if (!existsSync(path)) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return {};
    throw invalid(`${path} cannot be read (${systemCode(thrown) ?? String(thrown)}).`);
  }
  const settings = parseJsonFile(text);
  if (!isRecord(settings)) throw invalid(`${path} is no JSON object.`);
  const section = settings[name] ?? {};
  if (!isRecord(section)) throw invalid(`${name} in ${path} is no object.`);
  return section;
}

/**
 * Hosts that may be fetched though they lie in the user's own network: by the environment, else by `fetch.allowHosts` of the
 * settings. Empty: none. Entries are read in http/allowed-hosts.ts. @throws AppError ARGUMENT_INVALID
 */
export function readAllowedHosts(env: Environment, home: string): readonly string[] {
  const given = ALLOW_NAMES.map((name) => environmentValue(env, name)).find((value) => value !== undefined);
  if (given !== undefined) return given.split(/[\s,;]+/).filter((entry) => entry !== '');
  const { allowHosts = [] } = readSection(home, 'fetch');
  if (!Array.isArray(allowHosts) || !allowHosts.every((entry) => typeof entry === 'string'))
    throw invalid(`fetch.allowHosts in ${home}/${FILE}; accepted: a list of texts such as "localhost:3000".`);
  return allowHosts;
}
