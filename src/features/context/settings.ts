import { AppError } from '#core/errors.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { isOffInProject, type Switch } from '#infra/off-switch.ts';
import { readSection } from '#infra/user-config.ts';

/** The user's wishes for the note to the model. */
export interface NoteSettings {
  /** False: the model is told nothing. */
  readonly hasNote: boolean;
  /** The note is given at this percentage; 1 to 99. */
  readonly warnPercent: number;
  /** Percent of the whole window, instead of the point where the session compacts. */
  readonly isRaw: boolean;
}

export const DEFAULT_NOTE: NoteSettings = { hasNote: true, warnPercent: 90, isRaw: false };

/** A setting: its variable, else its key in the file; undefined when neither is there. */
export interface Setting {
  /** As it is named in messages. */
  readonly name: string;
  readonly value: unknown;
}

/** Finds settings of a section of the user's file, variables first. @throws AppError ARGUMENT_INVALID */
export function settingsOf(
  env: Environment,
  home: string,
  section: string,
): (variable: string, key: string) => Setting {
  const file = readSection(home, section);
  return (variable, key) => {
    const given = environmentValue(env, variable);
    return given === undefined
      ? { name: `${section}.${key} in ${home}/config.json`, value: file[key] }
      : { name: variable, value: given };
  };
}

const refused = ({ name, value }: Setting, accepted: string): AppError =>
  new AppError('ARGUMENT_INVALID', `${name} is ${JSON.stringify(value)}; accepted: ${accepted}.`);

/** @throws AppError ARGUMENT_INVALID */
export function percentIn(setting: Setting, fallback: number): number {
  if (setting.value === undefined) return fallback;
  const percent = typeof setting.value === 'string' ? Number(setting.value) : setting.value;
  if (typeof percent === 'number' && percent >= 1 && percent <= 99) return percent;
  throw refused(setting, '1 to 99');
}

/** @throws AppError ARGUMENT_INVALID */
function wordIn<W extends string>(setting: Setting, words: readonly [W, ...W[]]): W {
  if (setting.value === undefined) return words[0];
  const word = words.find((known) => known === setting.value);
  if (word !== undefined) return word;
  throw refused(setting, words.join(', '));
}

const NOTE: Switch = { variable: 'PLIMSOLL_CONTEXT_NOTE', section: 'context', key: 'note' };

/** @throws AppError ARGUMENT_INVALID that names the setting and what is accepted */
export function readNoteSettings(env: Environment, home: string): NoteSettings {
  const setting = settingsOf(env, home, 'context');
  return {
    hasNote: wordIn(setting('PLIMSOLL_CONTEXT_NOTE', 'note'), ['on', 'off']) === 'on',
    warnPercent: percentIn(setting('PLIMSOLL_CONTEXT_WARN_PERCENT', 'warnPercent'), DEFAULT_NOTE.warnPercent),
    isRaw: wordIn(setting('PLIMSOLL_CONTEXT_PERCENT_OF', 'percentOf'), ['compaction', 'window']) === 'window',
  };
}

/** The same for a project, whose own file can switch the note off and nothing else. @throws the same */
export function projectNoteSettings(env: Environment, home: string, cwd: string): NoteSettings {
  const settings = readNoteSettings(env, home);
  const isGiven = environmentValue(env, NOTE.variable) !== undefined;
  return isGiven || !isOffInProject(NOTE, env, cwd) ? settings : { ...settings, hasNote: false };
}
