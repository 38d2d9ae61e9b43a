import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { AppError, systemCode } from '#core/errors.ts';
import { makeFolder } from '#infra/make-folder.ts';

/** To the byte: what is no UTF-8 could not be written back as it was. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '');

const reason = (thrown: unknown): string => systemCode(thrown) ?? String(thrown);

/** Text of a file that others own, to the byte. Undefined when there is no file. @throws AppError FILE_UNREADABLE */
export function readText(file: string): string | undefined {
  try {
    return decoder.decode(readFileSync(file));
  } catch (thrown) {
    const isAbsent = systemCode(thrown) === 'ENOENT';
    if (isAbsent && lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    const why = isAbsent ? 'it is a link to nothing' : reason(thrown);
    throw new AppError('FILE_UNREADABLE', `${file} cannot be read (${why}); nothing was changed.`);
  }
}

/** Replaces the text at once, with the rights that the file had; a link stays a link. @throws AppError ARGUMENT_INVALID, and nothing was changed */
export function replaceText(file: string, text: string): void {
  const before = statSync(file, { throwIfNoEntry: false });
  const target = before === undefined ? file : realpathSync(file);
  const mode = (before?.mode ?? 0o600) & 0o777;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(folderOf(target));
    // A process with this number may have left it.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode, flag: 'wx' });
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (thrown) {
    if (existsSync(temporary)) rmSync(temporary, { force: true });
    throw new AppError(
      'ARGUMENT_INVALID',
      `${target} cannot be written (${reason(thrown)}); nothing was changed. Make its folder writable, and try again.`,
    );
  }
}

/** Removes the file that was not there before. @throws AppError ARGUMENT_INVALID, and nothing was changed */
export function removeText(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (thrown) {
    throw new AppError(
      'ARGUMENT_INVALID',
      `${file} cannot be removed (${reason(thrown)}); nothing was changed. Make its folder writable, and try again.`,
    );
  }
}
