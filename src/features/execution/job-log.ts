import { KIB } from '#core/units.ts';
import type { OutputCapture } from './output-capture.ts';

/** Most that is read at a time, the newest of it; kept of the unread rest when a run ends. */
const PART_BYTES = 256 * KIB;

/** What came since the last look. */
export interface LogPart {
  readonly text: string;
  /** Bytes before it that came since then, too, and are passed over: more than one look takes. */
  readonly skippedBytes: number;
}

const NOTHING: LogPart = { text: '', skippedBytes: 0 };

type Output = Pick<OutputCapture, 'textBytes' | 'part'>;

/** A log that is read while it grows, each part once. Of a log that goes on it holds nothing in memory itself. */
export class JobLog {
  private output: Output | undefined;
  private readBytes = 0;
  /** What was unread at the end; undefined before the end. */
  private rest: LogPart | undefined;
  private totalBytes = 0;

  /** The output to read from. */
  follow(output: Output): void {
    this.output = output;
  }

  /** Bytes that came so far. */
  get bytes(): number {
    return this.output?.textBytes ?? this.totalBytes;
  }

  /** The new text, whole lines first: an unfinished line is given when there is nothing else. */
  next(): LogPart {
    const part = this.rest ?? this.take(false);
    if (this.rest !== undefined) this.rest = NOTHING;
    return part;
  }

  /** The run ended: what was not read yet is kept, and the output let go. */
  finish(): void {
    this.totalBytes = this.bytes;
    this.rest = this.take(true);
    this.output = undefined;
  }

  private take(isLast: boolean): LogPart {
    const { output } = this;
    if (output === undefined) return NOTHING;
    const newBytes = output.textBytes - this.readBytes;
    const bytes = output.part(Math.max(this.readBytes, output.textBytes - PART_BYTES), PART_BYTES);
    let from = 0;
    // Behind a gap the first line is whole.
    if (bytes.length < newBytes) from = bytes.indexOf(0x0a) + 1;
    const lastEnd = bytes.lastIndexOf(0x0a) + 1;
    const to = lastEnd > from && !isLast ? lastEnd : bytes.length;
    const skippedBytes = newBytes - (bytes.length - from);
    this.readBytes += newBytes - (bytes.length - to);
    return { text: bytes.toString('utf8', from, to), skippedBytes };
  }
}
