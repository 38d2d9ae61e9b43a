import { isLike } from '../../text/is-like.ts';
import type { LineBytes } from '../../text/scan-lines.ts';

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const BLANK = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** Words in front of the time of a request: a host, a user. */
const WORDS = { fewest: 2, most: 5 };

/** Where the bracket is that opens the time of a request, behind words of ASCII with one blank each; negative without. */
function bracketOf(bytes: Uint8Array, from: number, to: number): number {
  let blanks = 0;
  let before = BLANK;
  for (let at = from; at < to; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === OPEN && before === BLANK) return blanks >= WORDS.fewest && blanks <= WORDS.most ? at : -1;
    if (code > 0x7e || code < BLANK || (code === BLANK && before === BLANK)) return -1;
    if (code === BLANK) blanks += 1;
    before = code;
  }
  return -1;
}

/** Finds the times of lines; most are at the place of the one before, and found without an expression. */
export class Clock {
  private readonly format: RegExp;
  /** The bytes of a line up to the end of its time: others have the same ones, with other digits. */
  private model = Buffer.alloc(0);
  /** Those of the time alone. */
  private timeModel = Buffer.alloc(0);
  private readonly isBehindWords: boolean;
  /** Where the time of the line read last is in its text. */
  from = 0;
  end = 0;

  /**
   * @param format matches the start of a line up to the end of its time, its only group
   * @param isBehindWords it is REQUEST_TIME: the words in front of the time are of any length
   */
  constructor(format: RegExp, isBehindWords = false) {
    this.format = format;
    this.isBehindWords = isBehindWords;
  }

  /** False when the line has no time. */
  read(text: string, at: Readonly<LineBytes>): boolean {
    if (this.isWhereItWas(at) || this.isInBrackets(at)) return true;
    const found = this.format.exec(text);
    if (found === null) return false;
    const time = found[1] ?? '';
    this.from = found[0].lastIndexOf(time);
    this.end = this.from + time.length;
    const start = Buffer.from(text.slice(0, this.end));
    // Places in bytes are places in the text only where all is ASCII.
    this.model = start.length === this.end ? start : Buffer.alloc(0);
    this.timeModel = Buffer.from(time);
    return true;
  }

  private isWhereItWas({ bytes, from, to }: Readonly<LineBytes>): boolean {
    const { length } = this.model;
    if (length === 0 || to - from < length || isDigit(bytes[from + length] ?? 0)) return false;
    if (!isLike(this.model, bytes, from)) return false;
    this.end = this.model.length;
    this.from = this.end - this.timeModel.length;
    return true;
  }

  private isInBrackets({ bytes, from, to }: Readonly<LineBytes>): boolean {
    const { length } = this.timeModel;
    const open = this.isBehindWords && length > 0 ? bracketOf(bytes, from, to) : -1;
    const end = open + 1 + length;
    if (open < 0 || end >= to || bytes[end] !== CLOSE || !isLike(this.timeModel, bytes, open + 1))
      return false;
    this.from = open + 1 - from;
    this.end = end - from;
    return true;
  }
}

const DATE = /^.*?(?<!\d)(?=\d\d:\d\d:\d\d)/;

/**
 * Two times with their common date once: `2026-11-30 10:00:01 – 10:59:58`.
 * @param base a time whose date is known and left out
 */
export function span(from: string, to: string, base = ''): string {
  const date = DATE.exec(from)?.[0] ?? '';
  const first = date !== '' && base.startsWith(date) ? from.slice(date.length) : from;
  if (from === to) return first;
  return `${first} – ${date !== '' && to.startsWith(date) ? to.slice(date.length) : to}`;
}
