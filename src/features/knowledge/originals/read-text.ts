import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { AppError, systemCode } from '#core/errors.ts';
import { formatBytes, MIB } from '#core/units.ts';
import { type Encoding, encodingOf, toUtf8 } from '../indexing/decode-text.ts';
import { withLineFeeds } from './line-ends.ts';

/** Largest file that is indexed when it is named itself. */
export const FILE_LIMIT = 64 * MIB;

export interface FileBytes {
  readonly bytes: Buffer;
  readonly mtimeMs: number;
}

export interface FileText {
  /** UTF-8 without byte order mark. */
  readonly text: Buffer;
  readonly encoding: Encoding;
}

export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** Of data that is no UTF-8 so many bytes are looked at. */
const SAMPLE_BYTES = 64 * 1024;
/** Text in an 8-bit encoding holds next to no control characters; compressed or encrypted data holds one in ten. */
const MAX_CONTROL_SHARE = 0.02;
const PDF_START = '%PDF-';

const isControl = (byte: number): boolean =>
  (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f;

function controlShare(bytes: Buffer): number {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let count = 0;
  for (const byte of sample) if (isControl(byte)) count += 1;
  return sample.length === 0 ? 0 : count / sample.length;
}

/** Why these bytes are no text; undefined when they are. */
function binaryReason(bytes: Buffer, { text, encoding }: FileText): string | undefined {
  // A NUL byte does not occur in text.
  if (text.includes(0)) return 'it holds NUL bytes';
  if (bytes.toString('latin1', 0, PDF_START.length) === PDF_START) return 'it is a PDF document';
  if (encoding === 'latin1' && controlShare(bytes) > MAX_CONTROL_SHARE)
    return 'it is no valid UTF-8 and holds control characters';
  return undefined;
}

/** The text in a file's bytes, lines ending with line feeds. `what` names them in the error. @throws AppError CONTENT_BINARY */
export function textOf(bytes: Buffer, what: string): FileText {
  // Most binary files show it at once; a large one need not be decoded for that.
  const encoding = encodingOf(bytes);
  const isPlain = encoding === 'utf8' || encoding === 'latin1';
  const found = { encoding, text: isPlain && bytes.includes(0) ? bytes : toUtf8(bytes, encoding) };
  const reason = binaryReason(bytes, found);
  if (reason !== undefined)
    throw new AppError('CONTENT_BINARY', `${what} is binary (${reason}); only text can be indexed.`);
  return { ...found, text: withLineFeeds(found.text) };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read (permission denied)',
  ENOTDIR: 'does not exist (a part of the path is a file)',
  ELOOP: 'is a link, or a chain of links without an end',
};

function unreadable(path: string, thrown: unknown): AppError {
  const code = systemCode(thrown);
  const why = REASONS[code ?? ''] ?? `cannot be read (${code ?? String(thrown)})`;
  return new AppError('FILE_UNREADABLE', `${path} ${why}.`, { cause: thrown });
}

const NO_ROOM = Buffer.alloc(0);

function open(path: string): number {
  try {
    // Non-blocking: opening a pipe without a writer must not hang.
    // A path that comes here has no link at its end: one that lies there now was put there since.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (thrown) {
    throw unreadable(path, thrown);
  }
}

/** As many bytes as the file has now; it may have become shorter since its size was asked for. */
function readAll(fd: number, size: number, room: Buffer): Buffer {
  const bytes = size <= room.length ? room : Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(fd, bytes, at, size - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}

/**
 * The bytes of a regular file; a link at the end of its path is not followed. The modification time is that of before the reading, so that a change
 * during it is seen later. A small file's bytes lie in `room`, if there is enough: they are good until the next call.
 * @throws AppError FILE_UNREADABLE or FILE_TOO_LARGE, naming the path.
 */
export function readFileBytes(path: string, maxBytes: number, room: Buffer = NO_ROOM): FileBytes {
  const fd = open(path);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      const what = stat.isDirectory() ? 'is a folder' : 'is no regular file';
      throw new AppError('FILE_UNREADABLE', `${path} ${what}.`);
    }
    if (stat.size > maxBytes) {
      const sizes = `${formatBytes(stat.size)}; at most ${formatBytes(maxBytes)} are indexed`;
      throw new AppError(
        'FILE_TOO_LARGE',
        `${path} has ${sizes}. Use ctx_execute to take out the part you need.`,
      );
    }
    // Files of /proc say that they are empty.
    const bytes = stat.size === 0 ? readFileSync(fd) : readAll(fd, stat.size, room);
    return { bytes, mtimeMs: Math.round(stat.mtimeMs) };
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : unreadable(path, thrown);
  } finally {
    closeSync(fd);
  }
}
