import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, systemCode } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { makeFolder } from '#infra/make-folder.ts';
import { statPath } from '#infra/stat-path.ts';
import type { Source } from '#storage/source.ts';
import { decodePart, toUtf8 } from '../indexing/decode-text.ts';
import { removeBinary } from './binary-file.ts';
import { hasOnlyReturns, withLineFeeds } from './line-ends.ts';
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
function readSourceFile(outDir: string, source: Source): Buffer {
  if (source.origin === 'stored') assertNoLink(outDir);
  const file = sourceFile(outDir, source);
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw gone(source, file, thrown);
  }
}

/** A stored original, opened while `work` runs. @throws AppError ORIGINAL_GONE */
export function withStoredText<T>(outDir: string, source: Source, work: (fd: number, size: number) => T): T {
  assertNoLink(outDir);
  const file = sourceFile(outDir, source);
  const fd = openQuietly(file);
  if (fd === undefined) throw gone(source, file);
  try {
    return work(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

/** The whole text of a source as UTF-8 with line feeds, whatever its file's encoding and line ends. @throws AppError ORIGINAL_GONE */
export function readOriginal(outDir: string, source: Source): Buffer {
  const bytes = readSourceFile(outDir, source);
  return withLineFeeds(utf8Of(source, bytes));
}

const utf8Of = ({ origin }: Source, bytes: Buffer): Buffer => (origin === 'file' ? toUtf8(bytes) : bytes);

/** Opens originals once and reads byte ranges of them; for searches, which show a few passages of large files. */
export class PassageReader {
  private readonly descriptors = new Map<number, number | undefined>();
  private readonly starts = new Map<number, Buffer>();
  private readonly returnsOnly = new Map<number, boolean>();
  private readonly outDir: string;

  constructor(outDir: string) {
    this.outDir = outDir;
  }

  /** The bytes as text; undefined when the original is gone or shorter by now. */
  read(source: Source, startByte: number, endByte: number): string | undefined {
    const fd = this.descriptor(source);
    if (fd === undefined) return undefined;
    const bytes = readPart(fd, startByte, endByte);
    if (bytes.length < endByte - startByte) return undefined;
    const text =
      source.origin === 'stored' ? bytes.toString('utf8') : decodePart(this.start(source.id, fd), bytes);
    const isInDoubt = text.includes('\r') && !text.includes('\n');
    return isInDoubt && this.hasReturnsOnly(source, fd) ? text.replaceAll('\r', '\n') : text;
  }

  close(): void {
    for (const fd of this.descriptors.values()) if (fd !== undefined) closeSync(fd);
    this.descriptors.clear();
  }

  /** A part does not tell: a redrawn line of a text with line feeds has carriage returns as well. */
  private hasReturnsOnly(source: Source, fd: number): boolean {
    const known = this.returnsOnly.get(source.id);
    if (known !== undefined) return known;
    const found = hasOnlyReturns(utf8Of(source, readPart(fd, 0, fstatSync(fd).size)));
    this.returnsOnly.set(source.id, found);
    return found;
  }

  /** The file's first bytes, which may tell its encoding. */
  private start(id: number, fd: number): Buffer {
    const known = this.starts.get(id);
    if (known !== undefined) return known;
    const bytes = readPart(fd, 0, MARK_BYTES);
    this.starts.set(id, bytes);
    return bytes;
  }

  private open(source: Source): number | undefined {
    if (source.origin === 'stored' && isLink(this.outDir)) return undefined;
    return openQuietly(sourceFile(this.outDir, source));
  }

  private descriptor(source: Source): number | undefined {
    if (!this.descriptors.has(source.id)) this.descriptors.set(source.id, this.open(source));
    return this.descriptors.get(source.id);
  }
}

/** Length of the longest byte order mark. */
const MARK_BYTES = 3;

function readPart(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
}

function openQuietly(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}
