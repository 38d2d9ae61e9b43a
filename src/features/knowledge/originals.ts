import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, systemCode } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { Source } from '#storage/knowledge-store.ts';

/** The file of a stored original: `<out>/<id>.txt`. */
export const originalFile = (outDir: string, id: number): string => join(outDir, `${id}.txt`);

/** Where a source's text lies. */
export const sourceFile = (outDir: string, source: Source): string =>
  source.path ?? originalFile(outDir, source.id);

/** A failed write leaves no half of a file behind. */
function intoPlace(file: string, write: (temporary: string) => void): void {
  const temporary = `${file}.part`;
  try {
    write(temporary);
    renameSync(temporary, file);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    const code = systemCode(thrown);
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new AppError(
      isFull ? 'DISK_FULL' : 'HOME_UNUSABLE',
      `The original could not be stored at ${file}: ${isFull ? 'the disk or quota is full. Free some space, then try again' : `${String(thrown)}. Make ${dirname(file)} writable, or set PLIMSOLL_HOME to another folder`}.`,
      { cause: thrown },
    );
  }
}

/** Stores a text as original `id`, 0600 in a 0700 folder. @throws AppError DISK_FULL or HOME_UNUSABLE */
export function writeOriginal(outDir: string, id: number, text: string): void {
  intoPlace(originalFile(outDir, id), (temporary) => {
    mkdirSync(outDir, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, text, { mode: 0o600 });
  });
}

/** Moves a finished file into place as original `id`; copies it where the two lie on different disks. */
export function moveOriginal(outDir: string, id: number, file: string): void {
  intoPlace(originalFile(outDir, id), (temporary) => {
    mkdirSync(outDir, { recursive: true, mode: 0o700 });
    try {
      renameSync(file, temporary);
    } catch (thrown) {
      if (systemCode(thrown) !== 'EXDEV') throw thrown;
      copyFileSync(file, temporary);
    }
  });
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

/** The whole text of a source. @throws AppError ORIGINAL_GONE */
export function readOriginal(outDir: string, source: Source): Buffer {
  const file = sourceFile(outDir, source);
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw gone(source, file, thrown);
  }
}

/** Opens originals once and reads byte ranges of them; for searches, which show a few passages of large files. */
export class PassageReader {
  private readonly descriptors = new Map<number, number | undefined>();
  private readonly outDir: string;

  constructor(outDir: string) {
    this.outDir = outDir;
  }

  /** The bytes as text; undefined when the original is gone or shorter by now. */
  read(source: Source, startByte: number, endByte: number): string | undefined {
    const fd = this.descriptor(source);
    if (fd === undefined || fstatSync(fd).size < endByte) return undefined;
    const bytes = Buffer.allocUnsafe(endByte - startByte);
    const count = readSync(fd, bytes, 0, bytes.length, startByte);
    return bytes.toString('utf8', 0, count);
  }

  close(): void {
    for (const fd of this.descriptors.values()) if (fd !== undefined) closeSync(fd);
    this.descriptors.clear();
  }

  private descriptor(source: Source): number | undefined {
    if (!this.descriptors.has(source.id))
      this.descriptors.set(source.id, openQuietly(sourceFile(this.outDir, source)));
    return this.descriptors.get(source.id);
  }
}

function openQuietly(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}
