import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { createTextFileCache, type TextFile } from '#infra/text-file-cache.ts';
import { isSandboxMode, type SandboxMode, strictestMode } from './confinement.ts';

const KEYS: readonly string[] = ['mode', 'variables'];

/** What the user set for the sandbox, and what the project asks for beyond it. */
export interface OwnSandboxSettings {
  readonly mode: SandboxMode;
  readonly variables: readonly string[];
}

/**
 * The `sandbox` part of a configuration file; empty when there is no file or no such part. @throws AppError also when what
 * lies there cannot be read: it may ask for confinement
 */
function sandboxPart(path: string, read: (path: string) => TextFile): JsonRecord {
  const file = read(path);
  if (file.kind === 'absent') return {};
  if (file.kind === 'unreadable')
    throw new AppError('FILE_UNREADABLE', `${path} cannot be read: ${file.why}; nothing runs until it can.`);
  const parsed = parseJson(file.text.replace(/^\uFEFF/, ''));
  if (!isRecord(parsed))
    throw new AppError('ARGUMENT_INVALID', `${path} is no JSON object; nothing runs until it is.`);
  const { sandbox = {} } = parsed;
  if (!isRecord(sandbox)) throw new AppError('ARGUMENT_INVALID', `sandbox in ${path} is no object.`);
  const unknown = Object.keys(sandbox).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw new AppError(
      'ARGUMENT_INVALID',
      `sandbox.${unknown} in ${path} is unknown; known: ${KEYS.join(', ')}.`,
    );
  return sandbox;
}

/** Empty when nothing is set. @throws AppError ARGUMENT_INVALID for anything but the three modes */
function modeIn(value: unknown, from: string): readonly SandboxMode[] {
  if (value === undefined) return [];
  if (isSandboxMode(value)) return [value];
  throw new AppError('ARGUMENT_INVALID', `${from} is ${JSON.stringify(value)}; accepted: auto, on, off.`);
}

function variablesIn(value: unknown, from: string): readonly string[] {
  if (value === undefined) return [];
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (Array.isArray(names) && names.every((name) => typeof name === 'string'))
    return names.filter((name) => name !== '');
  throw new AppError('ARGUMENT_INVALID', `${from} is no list of names of variables.`);
}

/**
 * The strictest mode of `config.json` in the data directory, PLIMSOLL_SANDBOX_MODE and `.plimsoll.json` of the project: a
 * project can set variables of its agent, so that none of them may undo what the user's file asks for. Variables are the
 * user's own file's and the environment's.
 * @throws AppError ARGUMENT_INVALID or FILE_UNREADABLE; a setting that cannot be read must not count as none
 */
export function readSandboxSettings(
  env: Environment,
  dataHome: string,
  projectRoot: string,
): OwnSandboxSettings {
  const userFile = join(dataHome, 'config.json');
  const projectFile = join(projectRoot, '.plimsoll.json');
  const read = createTextFileCache();
  const user = sandboxPart(userFile, read);
  const project = sandboxPart(projectFile, read);
  return {
    mode: strictestMode([
      ...modeIn(user.mode, `sandbox.mode in ${userFile}`),
      ...modeIn(project.mode, `sandbox.mode in ${projectFile}`),
      ...modeIn(environmentValue(env, 'PLIMSOLL_SANDBOX_MODE'), 'PLIMSOLL_SANDBOX_MODE'),
    ]),
    variables: [
      ...variablesIn(user.variables, `sandbox.variables in ${userFile}`),
      ...variablesIn(environmentValue(env, 'PLIMSOLL_SANDBOX_VARIABLES'), 'PLIMSOLL_SANDBOX_VARIABLES'),
    ],
  };
}
