import { AppError } from '#core/errors.ts';
import { acceptedBy, fileValueOf, variableOf } from '#core/settings/setting.ts';
import { SETTINGS } from '#core/settings/table.ts';
import { namesFor } from '#core/text/nearest-name.ts';
import { effectiveSettings } from '#infra/settings.ts';
import { writeSetting } from '#infra/write-setting.ts';
import type { Command, CommandScope } from '../command.ts';
import { parseOptions } from '../options.ts';

function settingNamed(key: string) {
  const setting = SETTINGS.find((known) => known.key === key);
  if (setting !== undefined) return setting;
  const keys = SETTINGS.map((each) => each.key);
  throw new AppError('ARGUMENT_INVALID', `"${key}" is no setting; ${namesFor(key, keys, 'there are')}`);
}

function list({ out, env, home, folder }: CommandScope, only: string | undefined, isJson: boolean): number {
  const { values, problems } = effectiveSettings(env, home(), folder);
  const shown = values.filter(({ setting }) => only === undefined || setting.key === only);
  if (isJson) {
    const rows = shown.map(({ setting, text, origin }) => ({
      key: setting.key,
      value: text ?? null,
      origin,
      default: setting.fallback,
      accepted: acceptedBy(setting),
      variable: variableOf(setting.key),
    }));
    out(JSON.stringify(only === undefined ? { settings: rows, problems } : rows[0]));
  } else if (only !== undefined) {
    for (const { setting, text } of shown) out(text ?? setting.fallback);
  } else {
    const width = Math.max(...shown.map(({ setting }) => setting.key.length));
    for (const { setting, text, origin } of shown)
      out(`${setting.key.padEnd(width)}  ${text ?? setting.fallback}  (${origin})`);
  }
  for (const problem of problems) process.stderr.write(`plimsoll: ${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

function set({ out, home }: CommandScope, key: string, text: string | undefined, isJson: boolean): number {
  const setting = settingNamed(key);
  if (text === undefined) {
    const file = writeSetting(home(), key, undefined);
    if (isJson) out(JSON.stringify({ key, value: null, file, default: setting.fallback }));
    else out(`${key} is not set any more in ${file}; without it: ${setting.fallback}`);
    return 0;
  }
  const value = fileValueOf(setting, text);
  if (value === undefined)
    throw new AppError(
      'ARGUMENT_INVALID',
      `${key} cannot be ${JSON.stringify(text)}; accepted: ${acceptedBy(setting)}.`,
    );
  const file = writeSetting(home(), key, value);
  out(isJson ? JSON.stringify({ key, value, file }) : `${key} is ${text} in ${file}`);
  return 0;
}

export const config: Command = {
  name: 'config',
  summary: 'list, read and change settings',
  usage: `plimsoll config list [--json]
plimsoll config get KEY [--json]
plimsoll config set KEY VALUE [--json]     writes config.json of the data directory
plimsoll config unset KEY [--json]
list also says where each value comes from; exit code 1 when a file holds something that cannot be used`,
  run(scope) {
    const options = parseOptions(scope.args, { json: { type: 'boolean' } }, 3);
    const [act = 'list', key, value] = options.positionals;
    const isJson = options.flag('json');
    if (act === 'list' && key === undefined) return Promise.resolve(list(scope, undefined, isJson));
    if (act === 'get' && key !== undefined && value === undefined)
      return Promise.resolve(list(scope, settingNamed(key).key, isJson));
    if (act === 'set' && key !== undefined && value !== undefined)
      return Promise.resolve(set(scope, key, value, isJson));
    if (act === 'unset' && key !== undefined && value === undefined)
      return Promise.resolve(set(scope, key, undefined, isJson));
    throw new AppError('ARGUMENT_INVALID', 'config expects: list, get KEY, set KEY VALUE or unset KEY.');
  },
};
