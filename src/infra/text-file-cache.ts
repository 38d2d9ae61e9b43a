import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import { MIB } from '#core/units.ts';
import { statPath } from './stat-path.ts';

/** Nobody writes settings of this size; what is larger is no settings file, and would hold up the hooks. */
const SIZE_LIMIT = 32 * MIB;

/** What lies at a path: a text, nothing, or something that cannot be read as one. */
export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string };

interface Known {
  /** Changes with every change of the file: device, inode, size and both times. */
  readonly mark: string;
  readonly file: TextFile;
}

const ABSENT: TextFile = { kind: 'absent' };
const ABSENT_CODES: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR'];

/** Bytes of an open regular file. A pipe in its place would keep the reader waiting, hence O_NONBLOCK. */
function readRegular(path: string): TextFile {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return { kind: 'unreadable', why: 'it is a folder' };
    if (!stat.isFile()) return { kind: 'unreadable', why: 'it is no regular file' };
    if (stat.size > SIZE_LIMIT)
      return { kind: 'unreadable', why: `it has ${stat.size} bytes; at most ${SIZE_LIMIT} are read` };
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got)
      got = readSync(descriptor, bytes, length, bytes.length - length, length);
    return { kind: 'text', text: bytes.toString('utf8', 0, length) };
  } finally {
    closeSync(descriptor);
  }
}

function read(path: string): TextFile {
  try {
    return readRegular(path);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (ABSENT_CODES.includes(code)) return ABSENT;
    return { kind: 'unreadable', why: code ?? String(thrown) };
  }
}

/** Reads small text files, and again only when they changed. The reader gives the same object back until then. */
export function createTextFileCache(): (path: string) => TextFile {
  const known = new Map<string, Known>();
  return (path) => {
    const stat = statPath(path);
    // What cannot even be looked at is read each time: the error says why.
    const mark =
      stat === undefined ? '' : [stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ');
    const before = known.get(path);
    if (before !== undefined && mark !== '' && before.mark === mark) return before.file;
    const file = read(path);
    known.set(path, { mark, file });
    return file;
  };
}
