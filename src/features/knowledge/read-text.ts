import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { AppError, systemCode } from '#core/errors.ts';
import { formatBytes, MIB } from '#core/units.ts';

/** Largest file that is indexed. */
export const FILE_LIMIT = 64 * MIB;

export interface TextContent {
  /** UTF-8. */
  readonly bytes: Buffer;
  /** sha256 in hex. */
  readonly hash: string;
  readonly mtimeMs: number;
}

export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** A NUL byte does not occur in text. */
const isBinary = (bytes: Buffer): boolean => bytes.includes(0);

/** @throws AppError CONTENT_BINARY */
export function assertText(bytes: Buffer, what: string): void {
  if (isBinary(bytes)) {
    throw new AppError('CONTENT_BINARY', `${what} is binary (it holds NUL bytes); only text can be indexed.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read (permission denied)',
  ENOTDIR: 'does not exist (a part of the path is a file)',
  ELOOP: 'is a chain of links without an end',
};

/**
 * The content of a regular file.
 * @throws AppError FILE_UNREADABLE, FILE_TOO_LARGE or CONTENT_BINARY, naming the path.
 */
export function readTextFile(path: string): TextContent {
  let fd: number;
  try {
    // Non-blocking: opening a pipe without a writer must not hang.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    const why =
      REASONS[systemCode(thrown) ?? ''] ?? `cannot be opened (${systemCode(thrown) ?? String(thrown)})`;
    throw new AppError('FILE_UNREADABLE', `${path} ${why}.`, { cause: thrown });
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      const what = stat.isDirectory() ? 'is a folder; name a file in it' : 'is no regular file';
      throw new AppError('FILE_UNREADABLE', `${path} ${what}.`);
    }
    if (stat.size > FILE_LIMIT) {
      const sizes = `${formatBytes(stat.size)}; at most ${formatBytes(FILE_LIMIT)} are indexed`;
      throw new AppError(
        'FILE_TOO_LARGE',
        `${path} has ${sizes}. Use ctx_execute to take out the part you need.`,
      );
    }
    const bytes = readFileSync(fd);
    assertText(bytes, path);
    return { bytes, hash: hashOf(bytes), mtimeMs: Math.round(stat.mtimeMs) };
  } finally {
    closeSync(fd);
  }
}
