import { readFileSync, rmSync, statSync } from 'node:fs';
import { AppError } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson, parseJsonFile, stringField } from '#core/json.ts';
import { valueText, withMember, withoutMember, withValueText } from '#core/json-edit.ts';
import { isOwnCommand, setupFile, shimFile } from '#infra/statusline-setup.ts';
import { writePrivate } from '#infra/write-private.ts';
import { readText, removeText, replaceText } from './settings-file.ts';

/** The key of the agent's settings. */
const KEY = 'statusLine';

export interface SetupPlace {
  /** The data folder. */
  readonly home: string;
  /** The data folder is not where it is by default: then the command has to say where. */
  readonly isHomeNamed: boolean;
  /** The user's settings file of the agent. */
  readonly settingsFile: string;
  /** The status line as it was shipped. */
  readonly bundle: string;
  readonly platform: NodeJS.Platform;
}

/** What was found or done, and in which settings file. */
export interface SetupOutcome {
  /** `joined`: installed beside one that was there before and is still shown. */
  readonly kind: 'installed' | 'joined' | 'refreshed' | 'restored' | 'absent' | 'changed';
  readonly file: string;
}

/** One status line at a time is remembered. @throws AppError when it is another file's */
function assertFree({ home, settingsFile }: SetupPlace): void {
  const setup = parseJson(readText(setupFile(home)) ?? '');
  const other = isRecord(setup) ? stringField(setup, 'settingsFile') : undefined;
  if (other === undefined || other === settingsFile) return;
  throw new AppError(
    'ARGUMENT_INVALID',
    `The status line is set up in ${other} already; take it out there first: statusline --uninstall.`,
  );
}

const unusable = (file: string): AppError =>
  new AppError(
    'ARGUMENT_INVALID',
    `${file} is no JSON object, so the agent does not read it either (comments and commas at the end count as faults); nothing was changed. Put it right, and try again.`,
  );

const quoted = (path: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;

function ownCommand({ home, isHomeNamed, platform }: SetupPlace): string {
  const shim = `node ${quoted(shimFile(home), platform)}`;
  return isHomeNamed ? `${shim} --home ${quoted(home, platform)}` : shim;
}

const commandIn = (value: unknown): string | undefined =>
  isRecord(value) ? stringField(value, 'command') : undefined;

/** Copies the shipped status line to its lasting place. @throws the file system's error */
function refreshShim({ home, bundle }: Pick<SetupPlace, 'home' | 'bundle'>): void {
  const shipped = readFileSync(bundle, 'utf8');
  if (readText(shimFile(home)) !== shipped) writePrivate(shimFile(home), shipped);
}

/** The same, where it was set up once; for a new version of the product. @throws the file system's error */
export function refreshInstalledShim(place: Pick<SetupPlace, 'home' | 'bundle'>): void {
  if (statSync(shimFile(place.home), { throwIfNoEntry: false })?.isFile()) refreshShim(place);
}

/**
 * Puts our status line into the user's settings; the one that was there is kept, and goes on to be shown. All else in the
 * file stays as it is. @throws AppError when the settings cannot be read or are no JSON object; then nothing was changed
 */
export function installStatusline(place: SetupPlace): SetupOutcome {
  const { home, settingsFile } = place;
  assertFree(place);
  const before = readText(settingsFile);
  const settings = before === undefined || before.trim() === '' ? {} : parseJsonFile(before);
  if (!isRecord(settings)) throw unusable(settingsFile);
  const former = settings[KEY];
  refreshShim(place);
  if (isOwnCommand(commandIn(former) ?? '', home)) return { kind: 'refreshed', file: settingsFile };
  const kept = isRecord(former) ? former : {};
  const value = { ...kept, type: 'command', command: ownCommand(place) };
  const after = withMember(before === undefined || before.trim() === '' ? '{}\n' : before, KEY, value);
  if (after === undefined) throw unusable(settingsFile);
  const formerText = before === undefined ? undefined : valueText(before, KEY);
  const formerCommand = commandIn(former);
  writePrivate(
    setupFile(home),
    JSON.stringify({ settingsFile, before: before ?? null, after, formerText, formerCommand }, null, 2),
  );
  try {
    replaceText(settingsFile, after);
  } catch (thrown) {
    forget(home);
    throw thrown;
  }
  return { kind: formerCommand === undefined ? 'installed' : 'joined', file: settingsFile };
}

/** Takes away what was laid down for a status line that is not set up. */
function forget(home: string): void {
  rmSync(setupFile(home), { force: true });
  rmSync(shimFile(home), { force: true });
}

/**
 * The settings as they are to be without our status line; null: there was no file. Undefined: ours is not in them. Where
 * nobody knows any more what was there before, ours is taken out all the same.
 */
function restored(setup: JsonRecord, now: string, home: string): string | null | undefined {
  if (now === setup.after) return typeof setup.before === 'string' ? setup.before : null;
  const settings = parseJsonFile(now);
  const command = isRecord(settings) ? commandIn(settings[KEY]) : undefined;
  if (command === undefined || !isOwnCommand(command, home)) return undefined;
  const formerText = stringField(setup, 'formerText');
  return formerText === undefined ? withoutMember(now, KEY) : withValueText(now, KEY, formerText);
}

/**
 * Takes our status line out of the settings again. They are then as they were before, byte for byte where nobody else
 * changed them meanwhile, else but for the changes. `changed`: another status line is there now, and stays. `absent`: none
 * of ours is there. @throws AppError, and nothing was changed
 */
export function uninstallStatusline({
  home,
  settingsFile: own,
}: Pick<SetupPlace, 'home' | 'settingsFile'>): SetupOutcome {
  const read = parseJson(readText(setupFile(home)) ?? '');
  const setup = isRecord(read) && typeof read.settingsFile === 'string' ? read : {};
  const settingsFile = stringField(setup, 'settingsFile') ?? own;
  const now = readText(settingsFile);
  const text = now === undefined ? undefined : restored(setup, now, home);
  if (text === null) removeText(settingsFile);
  else if (text !== undefined) replaceText(settingsFile, text);
  forget(home);
  if (text !== undefined) return { kind: 'restored', file: settingsFile };
  return { kind: now === undefined || setup.after === undefined ? 'absent' : 'changed', file: settingsFile };
}
