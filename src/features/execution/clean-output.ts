import { CleanStream } from '#core/text/clean-stream.ts';
import { SecretRedactor } from '#core/text/redact-secrets.ts';
import { type SecretValue, ValueRedactor } from '#core/text/redact-values.ts';
import { isPlainText } from './plain-bytes.ts';

const LINE_FEED = 10;
/** A program's buffer that is full is written wherever its text stands; these are the usual sizes' common divisor. */
const BLOCK_BYTES = 4096;

/**
 * One stream of a run on its way from raw bytes to what may be shown: cleaned, and without secrets, known by their values
 * first, by what they look like then.
 */
export class CleanOutput {
  private readonly cleaner = new CleanStream();
  private readonly values: ValueRedactor;
  private readonly secrets = new SecretRedactor();
  private rawBytes = 0;
  /** Only a clean stream that is asked behind a line feed knows that nothing is held back. */
  private isAtLineStart = true;

  constructor(secrets: readonly SecretValue[]) {
    this.values = new ValueRedactor(secrets);
  }

  get redactions(): number {
    return this.values.count + this.secrets.count;
  }

  get redraws(): number {
    return this.cleaner.redraws;
  }

  /** In parts, since joining them would copy all of them. */
  push(bytes: Buffer): readonly Buffer[] {
    this.rawBytes += bytes.length;
    return this.clean(bytes).map((part) => this.redact(part));
  }

  /**
   * The unfinished line, because the other stream goes on: a prompt stands before the error that follows it. Empty when it
   * is being redrawn, and when it ends where a full buffer of the program ended: then the rest of it is on its way.
   */
  takeUnfinished(): Buffer {
    if (this.isAtLineStart || this.rawBytes % BLOCK_BYTES === 0) return Buffer.alloc(0);
    const unfinished = this.redact(Buffer.from(this.cleaner.takeUnfinished()));
    return Buffer.concat([unfinished, this.secrets.pause()]);
  }

  end(): Buffer {
    const rest = this.redact(Buffer.from(this.cleaner.end()));
    const last = this.secrets.push(this.values.end());
    return Buffer.concat([rest, last, this.secrets.end()]);
  }

  private redact(part: Buffer): Buffer {
    return this.secrets.push(this.values.push(part));
  }

  /** Whole lines of plain text pass as they are; only what is around them is decoded. */
  private clean(bytes: Buffer): readonly Buffer[] {
    const last = bytes.lastIndexOf(LINE_FEED) + 1;
    if (last === 0) return [this.slow(bytes)];
    const first = this.isAtLineStart ? 0 : bytes.indexOf(LINE_FEED) + 1;
    const parts = first === 0 ? [] : [this.slow(bytes.subarray(0, first))];
    const lines = bytes.subarray(first, last);
    if (lines.length > 0) parts.push(this.isAtLineStart && isPlainText(lines) ? lines : this.slow(lines));
    if (last < bytes.length) parts.push(this.slow(bytes.subarray(last)));
    return parts;
  }

  private slow(bytes: Buffer): Buffer {
    const text = Buffer.from(this.cleaner.push(bytes));
    this.isAtLineStart = bytes.at(-1) === LINE_FEED && this.cleaner.isAtLineStart;
    return text;
  }
}
