const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** Bytes that are decoded at a time: many lines in one call, and no copy of a large text. */
const WINDOW_BYTES = 256 * 1024;
/** What decides about a line is at its start; of a longer line only this much is decoded. */
const TEXT_BYTES = 512;
/** Columns of a tab, for comparing indents. */
const TAB_WIDTH = 4;

/**
 * A line of a text. What is asked of every line is a field; its text is decoded when it is asked for. Most of a text's
 * lines are made and dropped, so the fields are only declared: as such they are not set twice.
 */
export class Line {
  /** 1-based. */
  declare readonly number: number;
  /** Bytes, half open, with the line end. */
  declare readonly start: number;
  declare readonly end: number;
  /** Blanks and tabs before its text, in characters. */
  declare readonly lead: number;
  /** Code of the first character that is neither; -1 for a blank line. */
  declare readonly code: number;
  declare private readonly window: string;
  declare private readonly from: number;
  declare private readonly to: number;

  /** `from` and `to`: where its text lies in the decoded window. */
  constructor(number: number, start: number, end: number, window: string, from: number, to: number) {
    this.number = number;
    this.start = start;
    this.end = end;
    this.window = window;
    this.from = from;
    this.to = to;
    let at = from;
    let code = -1;
    for (; at < to; at += 1) {
      code = window.charCodeAt(at);
      if (code !== SPACE && code !== TAB) break;
    }
    this.lead = at - from;
    this.code = at < to ? code : -1;
  }

  get isBlank(): boolean {
    return this.code < 0;
  }

  /** Its first 512 bytes without the line end, each byte one character (Latin-1): offsets in it are bytes. */
  get text(): string {
    return this.window.slice(this.from, this.to);
  }

  /** Columns before its text. */
  get indent(): number {
    return columnsOf(this.window, this.from, this.from + this.lead);
  }
}

/** Columns that a run of blanks and tabs takes. */
function columnsOf(text: string, from: number, to: number): number {
  let columns = 0;
  for (let at = from; at < to; at += 1) columns += text.charCodeAt(at) === TAB ? TAB_WIDTH : 1;
  return columns;
}

/** The lines of a text in order. The empty text has none. Time and memory do not depend on how long a line is. */
export function* linesOf(bytes: Buffer): Generator<Line> {
  let base = 0;
  let window = '';
  let number = 1;
  for (let start = 0; start < bytes.length; number += 1) {
    let feed = window.indexOf('\n', start - base);
    if (feed < 0) {
      base = start;
      window = bytes.toString('latin1', start, start + WINDOW_BYTES);
      feed = window.indexOf('\n');
    }
    const end = feed >= 0 ? base + feed + 1 : endOfLongLine(bytes, base + window.length);
    let last = feed >= 0 ? feed : window.length;
    if (last > start - base && window.charCodeAt(last - 1) === CARRIAGE_RETURN) last -= 1;
    yield new Line(number, start, end, window, start - base, Math.min(last, start - base + TEXT_BYTES));
    start = end;
  }
}

function endOfLongLine(bytes: Buffer, from: number): number {
  const feed = from >= bytes.length ? -1 : bytes.indexOf(LINE_FEED, from);
  return feed < 0 ? bytes.length : feed + 1;
}
