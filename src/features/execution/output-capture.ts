import type { SecretValue } from '#core/text/redact-values.ts';
import { MIB } from '#core/units.ts';
import { type BinaryInfo, BinaryOutput } from './binary-output.ts';
import { binaryType, signatureType } from './binary-type.ts';
import { CleanOutput } from './clean-output.ts';
import { MemoryWindow, OutputStore } from './output-store.ts';
import { charCount, isPlainText } from './plain-bytes.ts';

/** A run whose output exceeds this is stopped, and the answer says so. */
const OUTPUT_LIMIT = 256 * MIB;
const LINE_FEED = 10;
/** Behind so much text, binary data is only believed when there is that much of it. */
const SURE_BYTES = 1024;
const START_BYTES = 64;
/** Lines in front of which a signature is looked for. */
const EARLY_BYTES = 4096;
const EARLY_LINES = 40;

type StreamName = 'stdout' | 'stderr';

export interface CaptureOptions {
  /** Values that must not be shown or stored; see secret-values. */
  readonly secrets?: readonly SecretValue[];
  readonly window?: MemoryWindow;
  /** Where a large output goes when the first file cannot be made. */
  readonly spare?: string;
  /** Told when a text goes to its file, being too large for memory. */
  readonly onFile?: (() => void) | undefined;
}

/**
 * Collects a run's output as clean text: in order of arrival, where stdout and stderr come apart, too; in memory while it is small, in a
 * file from then on; what is no text goes to a file of its own. Whoever keeps a file moves it; `discard` removes it.
 */
export class OutputCapture {
  /** Raw bytes that came. */
  rawBytes = 0;
  /** UTF-8 bytes of the clean text. */
  textBytes = 0;
  /** UTF-16 units of the clean text, in which hosts count. */
  textChars = 0;
  private readonly secrets: readonly SecretValue[];
  private readonly streams;
  private readonly store: OutputStore;
  private readonly file: string;
  private readonly spare: string | undefined;
  private readonly onFile: (() => void) | undefined;
  private binaryOutput: BinaryOutput | undefined;
  private stdoutBytes = 0;
  private isFull = false;
  /** Of what was given out last: by whom, and whether its line was finished. */
  private last: { readonly stream: StreamName; readonly isWholeLine: boolean } | undefined;

  /** @param file where a large output goes; binary output goes beside it. */
  constructor(
    file: string,
    { secrets = [], window = new MemoryWindow(), spare, onFile }: CaptureOptions = {},
  ) {
    this.secrets = secrets;
    this.streams = { stdout: new CleanOutput(secrets), stderr: new CleanOutput(secrets) };
    this.store = new OutputStore(file, window, spare);
    this.file = file;
    this.spare = spare;
    this.onFile = onFile;
  }

  /** False when the limit is reached and the run has to be stopped. */
  add(bytes: Uint8Array, stream: StreamName): boolean {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.rawBytes += piece.length;
    const textLength = stream === 'stderr' ? piece.length : this.takeBinary(piece);
    if (textLength > 0) {
      const other = stream === 'stdout' ? 'stderr' : 'stdout';
      this.give([this.streams[other].takeUnfinished()], other);
      this.give(this.streams[stream].push(piece.subarray(0, textLength)), stream);
    }
    return !this.isFull && this.rawBytes <= OUTPUT_LIMIT;
  }

  /** Raw bytes after which the run is stopped; fewer where the disk is full. */
  get limitBytes(): number {
    return this.isFull ? this.rawBytes : OUTPUT_LIMIT;
  }

  /** Takes in what the cleaners held back; call once, at the end. */
  finish(): void {
    this.give([this.streams.stdout.end()], 'stdout');
    this.give([this.streams.stderr.end()], 'stderr');
    this.binaryOutput?.finish();
    this.store.close();
  }

  /** The whole clean text. Read from the file when it went there. */
  text(): string {
    return this.store.text();
  }

  /** Bytes of the clean text from `from` on, at most `maxBytes`: a look at what is there, also while it grows. */
  part(from: number, maxBytes: number): Buffer {
    return this.store.part(from, maxBytes);
  }

  /** The file that holds the output; undefined when it stayed in memory. */
  get spilledTo(): string | undefined {
    return this.store.spilledTo;
  }

  /** What stdout held that is no text; undefined when there was none. To be asked at the end. */
  get binary(): BinaryInfo | undefined {
    return this.binaryOutput?.info();
  }

  /** Places at which a secret value was replaced. */
  get redactions(): number {
    const { stdout, stderr } = this.streams;
    return stdout.redactions + stderr.redactions + (this.binaryOutput?.redactions ?? 0);
  }

  /** States of redrawn lines that are not part of the text. */
  get redraws(): number {
    return this.streams.stdout.redraws + this.streams.stderr.redraws;
  }

  discard(): void {
    this.store.discard();
    this.binaryOutput?.discard();
  }

  /** Takes what is, or follows, binary data. Returns how many bytes of the piece are text in front of it. */
  private takeBinary(piece: Buffer): number {
    const before = this.stdoutBytes;
    this.stdoutBytes += piece.length;
    let from = 0;
    if (this.binaryOutput === undefined) {
      const found = this.findBinary(piece, before);
      if (found === undefined) return piece.length;
      from = found.from;
      const spare = this.spare === undefined ? undefined : `${this.spare}.bin`;
      this.binaryOutput = new BinaryOutput(found.type, `${this.file}.bin`, this.secrets, spare);
    }
    this.binaryOutput.add(piece.subarray(from));
    return from;
  }

  /** Binary data at the start, behind a few lines (stderr may have said something first), or so much of it that it is sure. */
  private findBinary(
    piece: Buffer,
    before: number,
  ): { readonly type: string; readonly from: number } | undefined {
    const isStart = before < START_BYTES;
    const mayBe = isStart || (piece.length >= SURE_BYTES && piece.includes(0));
    const type = mayBe ? binaryType(piece) : undefined;
    if (before < EARLY_BYTES && (isStart || this.last?.isWholeLine === true)) {
      let from = 0;
      for (let lines = 0; lines < EARLY_LINES && from < EARLY_BYTES && from < piece.length; lines += 1) {
        const signed = signatureType(piece.subarray(from));
        if (signed !== undefined) return { type: signed, from };
        const end = piece.indexOf(LINE_FEED, from);
        if (end < 0 || !isPlainText(piece.subarray(from, end + 1))) break;
        from = end + 1;
      }
    }
    return type === undefined ? undefined : { type, from: 0 };
  }

  private give(pieces: readonly Buffer[], stream: StreamName): void {
    const parts = pieces.filter(({ length }) => length > 0);
    const end = parts.at(-1);
    if (end === undefined) return;
    // Texts of two streams never share a line.
    if (this.last !== undefined && this.last.stream !== stream && !this.last.isWholeLine)
      this.write([Buffer.from('\n')]);
    this.write(parts);
    this.last = { stream, isWholeLine: end.at(-1) === LINE_FEED };
  }

  private write(parts: readonly Buffer[]): void {
    if (this.isFull) return;
    const wasSmall = this.store.spilledTo === undefined;
    if (!this.store.write(parts)) {
      this.isFull = true;
      return;
    }
    if (wasSmall && this.store.spilledTo !== undefined) this.onFile?.();
    for (const part of parts) {
      this.textBytes += part.length;
      this.textChars += charCount(part);
    }
  }
}
