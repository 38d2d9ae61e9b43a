import { resolve } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { ExportDesk, ExportForm, ExportRequest } from '#features/export/desk.ts';
import type { CommandScope } from './command.ts';
import type { ParsedOptions } from './options.ts';

const FORMS: readonly ExportForm[] = ['user', 'project', 'package'];

/** Options by which an export says where it goes. */
export const PLACE_OPTIONS = {
  dir: { type: 'string' },
  user: { type: 'boolean' },
  project: { type: 'boolean' },
  package: { type: 'boolean' },
} as const;

const invalid = (message: string): AppError => new AppError('ARGUMENT_INVALID', message);

/** The form that the options name; undefined when they name none. @throws AppError for more than one */
function formOf(options: ParsedOptions): ExportForm | undefined {
  const [form, ...more] = FORMS.filter((each) => options.flag(each));
  if (more.length > 0) throw invalid('accepted is one of --user, --project and --package.');
  return form;
}

/**
 * Where one agent's export goes by the options. `--dir` stands for the project, with `--user` for the user's own folder, with
 * `--package` it becomes the package. @throws AppError ARGUMENT_INVALID
 */
export function requestFor(
  platform: string,
  options: ParsedOptions,
  { folder, userHome }: Pick<CommandScope, 'folder' | 'userHome'>,
): ExportRequest {
  const dir = options.value('dir');
  if (dir?.trim() === '') throw invalid('--dir is empty; accepted: a folder.');
  const form = formOf(options) ?? (dir === undefined ? 'user' : 'project');
  if (form === 'package' && dir === undefined)
    throw invalid('--package needs --dir: the folder that becomes the package.');
  const usual = form === 'user' ? userHome : folder;
  return { platform, form, folder: dir === undefined ? usual : resolve(dir) };
}

/** Whether the options say anything about the place. */
export const namesPlace = (options: ParsedOptions): boolean =>
  options.value('dir') !== undefined || FORMS.some((form) => options.flag(form));

/**
 * Agents that an argument means. `all`: every one that can be exported to, in a folder that is named; else those that are on
 * this machine. @throws AppError ARGUMENT_INVALID
 */
export function agentsFor(
  name: string | undefined,
  act: 'install' | 'uninstall',
  desk: ExportDesk,
  isFolderNamed: boolean,
): readonly string[] {
  const targets = desk.targets();
  const open = targets.filter(({ ownInstaller }) => ownInstaller === undefined);
  const known = open.map(({ id }) => id).join(', ');
  if (name === undefined) throw invalid(`an agent is missing; there are ${known}, and all.`);
  if (name === 'all') return open.filter(({ isFound }) => isFolderNamed || isFound).map(({ id }) => id);
  const target = targets.find(({ id }) => id === name);
  if (target === undefined)
    throw invalid(`"${name}" is no agent that is known; there are ${known}, and all.`);
  if (target.ownInstaller !== undefined)
    throw invalid(`${target.displayName} has an installer of its own: ${target.ownInstaller[act]}`);
  return [name];
}
