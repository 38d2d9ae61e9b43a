import { existsSync, readFileSync } from 'node:fs';
import { isRecord, parseJson } from '#core/json.ts';
import { type Environment, environmentValue } from './home.ts';

/** A setting that is on or off, by its names. */
export interface Switch {
  readonly variable: string;
  readonly section: string;
  readonly key: string;
}

export const CAPTURE: Switch = {
  variable: 'PLIMSOLL_CONTINUITY_CAPTURE',
  section: 'continuity',
  key: 'capture',
};

/** Whatever else the mode is, the model is told about our tools. */
export const ROUTING: Switch = { variable: 'PLIMSOLL_ROUTING_MODE', section: 'routing', key: 'mode' };

/** The file says off. One that cannot be read says nothing: the server tells of it. */
function saysOff(file: string, { section, key }: Switch): boolean {
  // An exception would cost every hook more than a look.
  if (!existsSync(file)) return false;
  try {
    const settings = parseJson(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    const part = isRecord(settings) ? settings[section] : undefined;
    return isRecord(part) && part[key] === 'off';
  } catch {
    return false;
  }
}

/**
 * Whether it is on, for a process that reads no other setting: by its variable, else by the user's file and the project's, of
 * which one that says off is enough.
 *
 * @param cwd current folder; the project where the environment names none
 */
export function isOn(what: Switch, env: Environment, home: string, cwd: string): boolean {
  const given = environmentValue(env, what.variable);
  if (given !== undefined) return given !== 'off';
  return !saysOff(`${home}/config.json`, what) && !isOffInProject(what, env, cwd);
}

/** The project's own file says off. */
export function isOffInProject(what: Switch, env: Environment, cwd: string): boolean {
  const project =
    environmentValue(env, 'PLIMSOLL_PROJECT') ?? environmentValue(env, 'CLAUDE_PROJECT_DIR') ?? cwd;
  return saysOff(`${project}/.plimsoll.json`, what);
}
