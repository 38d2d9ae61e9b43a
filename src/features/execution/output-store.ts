import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync, writevSync } from 'node:fs';
import { MIB } from '#core/units.ts';
import { openFirst } from '#infra/output-parts.ts';

/** Up to here an output stays in memory; a larger one goes to a file. */
const MEMORY_LIMIT = 256 * 1024;

/** Memory that all runs share, for outputs that no disk takes. */
export class MemoryWindow {
  private left: number;

  constructor(bytes = 8 * MIB) {
    this.left = bytes;
  }

  /** False when there is not so much left. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.left += bytes;
  }
}

/** Holds a text while it is small, and writes it to a file from then on. */
export class OutputStore {
  private file: string;
  private readonly spare: string | undefined;
  private readonly window: MemoryWindow;
  private memory: Buffer[] | undefined = [];
  private memoryBytes = 0;
  private fd: number | undefined;
  /** Bytes that are safely in the file. */
  private fileBytes = 0;
  private hasDisk = true;
  /** Bytes that were taken from the window. */
  private windowBytes = 0;

  /** `spare`: where the text goes when `file` cannot be made. */
  constructor(file: string, window: MemoryWindow, spare?: string) {
    this.file = file;
    this.spare = spare;
    this.window = window;
  }

  /** False when the text cannot be held any more: no disk, and no memory left. */
  write(parts: readonly Buffer[]): boolean {
    if (this.memory === undefined) return this.append(parts);
    // With the first part that memory has no room for, the rest goes to the file, too.
    return parts.every((part) =>
      this.memory === undefined ? this.append([part]) : this.remember(part, !this.hasDisk),
    );
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  text(): string {
    return this.memory === undefined
      ? readFileSync(this.file, 'utf8')
      : Buffer.concat(this.memory).toString();
  }

  /** Bytes from `from` on, at most `maxBytes`. */
  part(from: number, maxBytes: number): Buffer {
    if (this.memory !== undefined) return Buffer.concat(this.memory).subarray(from, from + maxBytes);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(maxBytes, this.fileBytes - from)));
    const fd = openSync(this.file, 'r');
    try {
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
    } finally {
      closeSync(fd);
    }
  }

  /** The file that holds the text; undefined when it stayed in memory. */
  get spilledTo(): string | undefined {
    return this.memory === undefined ? this.file : undefined;
  }

  discard(): void {
    this.close();
    if (this.memory === undefined) rmSync(this.file, { force: true });
    this.window.giveBack(this.windowBytes);
    this.windowBytes = 0;
  }

  private remember(bytes: Buffer, isForGood: boolean): boolean {
    if (isForGood) {
      if (!this.window.take(bytes.length)) return false;
      this.windowBytes += bytes.length;
    }
    // A small piece of a large read would keep all of that in memory.
    this.memory?.push(bytes.length * 2 < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes);
    this.memoryBytes += bytes.length;
    if (isForGood || this.memoryBytes <= MEMORY_LIMIT) return true;
    const all = this.memory ?? [];
    this.memory = undefined;
    return this.append(all);
  }

  /** Appends to the file; when that fails, all that came goes on in memory. */
  private append(parts: readonly Buffer[]): boolean {
    let written = 0;
    try {
      this.fd ??= this.open();
      written = writevSync(this.fd, parts);
      let before = 0;
      // A disk that is nearly full takes less than it was given.
      for (const part of parts) {
        for (let at = Math.max(0, written - before); at < part.length; at = written - before)
          written += writeSync(this.fd, part, at);
        before += part.length;
      }
      this.fileBytes += written;
      return true;
    } catch {
      // What fails here is the disk; the answer says so when the original cannot be kept either.
      return this.leaveDisk(Buffer.concat(parts));
    }
  }

  private open(): number {
    const { fd, file } = openFirst(this.file, this.spare);
    this.file = file;
    return fd;
  }

  private leaveDisk(rest: Buffer): boolean {
    const isInWindow = this.window.take(this.fileBytes + rest.length);
    // What does not fit in memory stays in the file, as far as it got.
    if (!isInWindow) return false;
    this.windowBytes += this.fileBytes + rest.length;
    const written =
      this.fileBytes === 0 ? Buffer.alloc(0) : readFileSync(this.file).subarray(0, this.fileBytes);
    this.memory = [written, rest];
    this.hasDisk = false;
    const isMade = this.fd !== undefined;
    this.close();
    if (isMade) rmSync(this.file, { force: true });
    return true;
  }
}
