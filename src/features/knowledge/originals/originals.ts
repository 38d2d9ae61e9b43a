import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, systemCode } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { redactBytes } from '#core/text/redact-secrets.ts';
import { isSameFile } from '#infra/is-same-file.ts';
import { makeFolder } from '#infra/make-folder.ts';
import { realPath } from '#infra/real-path.ts';
import { statPath } from '#infra/stat-path.ts';
import type { Source } from '#storage/source.ts';
import { toUtf8 } from '../indexing/decode-text.ts';
import { removeBinary } from './binary-file.ts';
import { withLineFeeds } from './line-ends.ts';
import { moveByLink } from './move-by-link.ts';

/** The file of a stored original: `<out>/<id>.txt`. */
export const originalFile = (outDir: string, id: number): string => join(outDir, `${id}.txt`);

/** Where a source's text lies: the file itself, or the stored original that was first with this content. */
export const sourceFile = (outDir: string, source: Source): string =>
  source.path ?? originalFile(outDir, source.sameAs ?? source.id);

/** Whatever lies there, a link included; undefined when there is nothing or it may not be looked at. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** True when the id has a file already, whoever made it. */
export const isTaken = (outDir: string, id: number): boolean =>
  lookAt(originalFile(outDir, id)) !== undefined;

/** Bytes of the file of an id; undefined when it has none, or something else lies there. */
export function originalSize(outDir: string, id: number): number | undefined {
  const stat = isLink(outDir) ? undefined : lookAt(originalFile(outDir, id));
  return stat?.isFile() === true ? stat.size : undefined;
}

const isLink = (outDir: string): boolean => lookAt(outDir)?.isSymbolicLink() ?? false;

/** A link would let originals be written, read and removed somewhere else. @throws AppError HOME_UNUSABLE */
function assertNoLink(outDir: string): void {
  if (!isLink(outDir)) return;
  throw new AppError(
    'HOME_UNUSABLE',
    `The folder of originals ${outDir} is a symbolic link; it is not followed. Remove it, or set PLIMSOLL_HOME to another folder.`,
    { data: { path: outDir } },
  );
}

/** False when the name is taken. Names are reserved first: only then may a file be renamed to one. */
function reserve(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** A failed write leaves no half of a file behind; a file that is there stays, and the answer is `taken`. */
function intoPlace(outDir: string, id: number, write: (temporary: string) => void): 'taken' | undefined {
  assertNoLink(outDir);
  const file = originalFile(outDir, id);
  const temporary = `${file}.part`;
  let isOurs = false;
  try {
    makeFolder(outDir);
    isOurs = reserve(file);
    if (!isOurs) return 'taken';
    rmSync(temporary, { force: true });
    write(temporary);
    renameSync(temporary, file);
    return undefined;
  } catch (thrown) {
    if (isOurs) for (const path of [temporary, file]) rmSync(path, { force: true });
    const code = systemCode(thrown);
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new AppError(
      isFull ? 'DISK_FULL' : 'HOME_UNUSABLE',
      `The original could not be stored at ${file}: ${isFull ? 'the disk or quota is full. Free some space, then try again' : `${String(thrown)}. Make ${dirname(file)} writable, or set PLIMSOLL_HOME to another folder`}.`,
      { cause: thrown },
    );
  }
}

/**
 * Stores a text as original `id`, 0600 in a 0700 folder; `taken`: there is a file of that number.
 * @throws AppError DISK_FULL or HOME_UNUSABLE
 */
export function writeOriginal(outDir: string, id: number, text: string): 'taken' | undefined {
  return intoPlace(outDir, id, (temporary) => writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' }));
}

/** Moves a finished file into place as original `id`; copies it where the two lie on different disks. */
export function moveOriginal(outDir: string, id: number, file: string): 'taken' | undefined {
  assertNoLink(outDir);
  const moved = moveByLink(file, originalFile(outDir, id));
  if (moved !== undefined) return moved === 'taken' ? moved : undefined;
  return intoPlace(outDir, id, (temporary) => {
    try {
      renameSync(file, temporary);
    } catch (thrown) {
      if (systemCode(thrown) !== 'EXDEV') throw thrown;
      copyFileSync(file, temporary);
    }
  });
}

/** True when the text of a stored original is still there. */
export const hasOriginal = (outDir: string, source: Source): boolean =>
  !isLink(outDir) && (statPath(sourceFile(outDir, source))?.isFile() ?? false);

/**
 * Lets two handles share one file, under both names: the second name was told to somebody. Where the disk knows no such
 * links, the second file stays a file.
 */
export function shareOriginal(outDir: string, id: number, otherId: number): void {
  const temporary = `${originalFile(outDir, otherId)}.part`;
  try {
    linkSync(originalFile(outDir, id), temporary);
    renameSync(temporary, originalFile(outDir, otherId));
  } catch {
    // Nothing is lost: both files hold the same text.
  }
  // Renaming one name of a file to another one of it does nothing.
  rmSync(temporary, { force: true });
}

/** Removes a stored original; when another handle needs its text, it is kept under that handle's name. */
export function removeOriginal(outDir: string, id: number, heirId: number | undefined): void {
  assertNoLink(outDir);
  const file = originalFile(outDir, id);
  if (heirId !== undefined && statPath(file) !== undefined) renameSync(file, originalFile(outDir, heirId));
  rmSync(file, { force: true });
  removeBinary(outDir, id, heirId);
}

export type OriginalState = 'unchanged' | 'changed' | 'gone';

/** Whether the text behind a source is still the one that was indexed: by size and modification time. */
export function originalState(outDir: string, source: Source): OriginalState {
  const stat = statSync(sourceFile(outDir, source), { throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  if (source.origin === 'stored') return 'unchanged';
  return stat.size === source.bytes && Math.round(stat.mtimeMs) === source.mtimeMs ? 'unchanged' : 'changed';
}

const gone = (source: Source, file: string, cause?: unknown): AppError =>
  new AppError(
    'ORIGINAL_GONE',
    `${formatHandle(source.id)} (${source.label}) cannot be read: ${file} is gone.`,
    { cause },
  );

/** The bytes of a source's file. @throws AppError ORIGINAL_GONE */
function readSourceFile(outDir: string, source: Source, mayOpen?: MayOpen): Buffer {
  if (source.origin === 'stored') assertNoLink(outDir);
  const file = sourceFile(outDir, source);
  const fd = openSource(outDir, source, mayOpen);
  if (fd === undefined) throw gone(source, file);
  try {
    return readFileSync(fd);
  } catch (thrown) {
    throw gone(source, file, thrown);
  } finally {
    closeSync(fd);
  }
}

/** A stored original, opened while `work` runs. @throws AppError ORIGINAL_GONE */
export function withStoredText<T>(outDir: string, source: Source, work: (fd: number, size: number) => T): T {
  assertNoLink(outDir);
  const file = sourceFile(outDir, source);
  const fd = openSource(outDir, source);
  if (fd === undefined) throw gone(source, file);
  try {
    return work(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

/**
 * The whole text of a source as UTF-8 with line feeds, whatever its file's encoding and line ends; of a file without its
 * secrets, each line with its number. @throws AppError ORIGINAL_GONE
 */
export function readOriginal(
  outDir: string,
  source: Source,
  mayOpen?: MayOpen,
): { readonly text: Buffer; readonly redactions: number } {
  const text = withLineFeeds(utf8Of(source, readSourceFile(outDir, source, mayOpen)));
  // What we stored has none any more.
  if (source.origin === 'stored') return { text, redactions: 0 };
  const { bytes, count } = redactBytes(text, true);
  return { text: bytes, redactions: count };
}

/** A source's bytes as UTF-8; what we stored is. */
export const utf8Of = ({ origin }: Source, bytes: Buffer): Buffer =>
  origin === 'file' ? toUtf8(bytes) : bytes;

/** Files of the user are opened through links, ours are not: nobody but us puts a file there. */
const flagsFor = ({ origin }: Source): number =>
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (origin === 'stored' ? (constants.O_NOFOLLOW ?? 0) : 0);

/** Whether a file of the user may be shown that lies at this path, links resolved. */
export type MayOpen = (realPath: string) => boolean;

/**
 * Opens the file behind a source; undefined when that is not possible. What a user's path leads to is judged once it is
 * open: a link may have been exchanged since its path was judged.
 */
export function openSource(outDir: string, source: Source, mayOpen?: MayOpen): number | undefined {
  if (source.origin === 'stored' && isLink(outDir)) return undefined;
  const file = sourceFile(outDir, source);
  let fd: number;
  try {
    fd = openSync(file, flagsFor(source));
  } catch {
    return undefined;
  }
  if (source.origin === 'stored' || mayOpen === undefined) return fd;
  const real = realPath(file);
  if (isSameFile(fd, real) && mayOpen(real)) return fd;
  closeSync(fd);
  return undefined;
}
