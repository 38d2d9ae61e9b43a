import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { CleanStream } from '#core/text/clean-stream.ts';
import { MIB } from '#core/units.ts';
import { StreamEnds } from './stream-ends.ts';

/** Up to here an output stays in memory; a larger one goes to a file. */
const MEMORY_LIMIT = 256 * 1024;
/** A run whose output exceeds this is stopped, and the answer says so. */
const OUTPUT_LIMIT = 256 * MIB;
/** The same where no file can be written (full disk): the output stays in memory then. */
const LIMIT_WITHOUT_DISK = 32 * MIB;

/**
 * Collects a run's output as clean text: both streams in their order of arrival, in memory while it is small, in a
 * file from then on. Whoever keeps the file moves it; `discard` removes it.
 */
export class OutputCapture {
  /** Raw bytes that came. */
  rawBytes = 0;
  /** UTF-8 bytes of the clean text. */
  textBytes = 0;
  /** UTF-16 units of the clean text, in which hosts count. */
  textChars = 0;
  /** How many of `textBytes` came from stderr. */
  stderrBytes = 0;
  /** First and last lines of stderr alone. */
  readonly stderr = new StreamEnds();
  private readonly cleaners = { stdout: new CleanStream(), stderr: new CleanStream() };
  private readonly file: string;
  private memory: string[] | undefined = [];
  private fd: number | undefined;
  /** UTF-8 bytes that are safely in the file. */
  private fileBytes = 0;
  private hasDisk = true;

  /** @param file where a large output goes; its folder must exist by then. */
  constructor(file: string) {
    this.file = file;
  }

  /** False when the limit is reached and the run has to be stopped. */
  add(bytes: Uint8Array, stream: 'stdout' | 'stderr'): boolean {
    this.rawBytes += bytes.length;
    this.take(this.cleaners[stream].push(bytes), stream);
    return this.rawBytes <= this.limitBytes;
  }

  /** Raw bytes after which the run is stopped. */
  get limitBytes(): number {
    return this.hasDisk ? OUTPUT_LIMIT : LIMIT_WITHOUT_DISK;
  }

  /** Takes in what the cleaners held back; call once, at the end. */
  finish(): void {
    this.take(this.cleaners.stdout.end(), 'stdout');
    this.take(this.cleaners.stderr.end(), 'stderr');
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  /** The whole clean text. Read from the file when it went there. */
  text(): string {
    return this.memory === undefined ? readFileSync(this.file, 'utf8') : this.memory.join('');
  }

  /** Bytes of the clean text from `from` on, at most `maxBytes`: a look at what is there, also while it grows. */
  part(from: number, maxBytes: number): Buffer {
    if (this.memory !== undefined) return Buffer.from(this.memory.join('')).subarray(from, from + maxBytes);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(maxBytes, this.fileBytes - from)));
    const fd = openSync(this.file, 'r');
    try {
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
    } finally {
      closeSync(fd);
    }
  }

  /** The file that holds the output; undefined when it stayed in memory. */
  get spilledTo(): string | undefined {
    return this.memory === undefined ? this.file : undefined;
  }

  discard(): void {
    if (this.memory === undefined) rmSync(this.file, { force: true });
  }

  private take(text: string, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stderr') {
      this.stderrBytes += Buffer.byteLength(text);
      this.stderr.add(text);
    }
    this.write(text);
  }

  private write(text: string): void {
    if (text === '') return;
    this.textBytes += Buffer.byteLength(text);
    this.textChars += text.length;
    if (this.memory !== undefined) {
      this.memory.push(text);
      if (this.hasDisk && this.textBytes > MEMORY_LIMIT) this.spill(this.memory.join(''));
    } else this.append(text);
  }

  private spill(text: string): void {
    this.memory = undefined;
    this.append(text);
  }

  /** Appends to the file; when that fails, all that came goes on in memory. */
  private append(text: string): void {
    try {
      this.fd ??= openSync(this.file, 'wx', 0o600);
      writeFileSync(this.fd, text);
      this.fileBytes += Buffer.byteLength(text);
    } catch {
      // What fails here is the disk; the answer says so when the original cannot be kept either.
      this.leaveDisk(text);
    }
  }

  private leaveDisk(text: string): void {
    const written = this.fileBytes === 0 ? '' : readFileSync(this.file).toString('utf8', 0, this.fileBytes);
    this.memory = [written, text];
    this.hasDisk = false;
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
    rmSync(this.file, { force: true });
  }
}
