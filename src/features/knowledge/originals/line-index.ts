const LINE_FEED = 0x0a;
/** Of so many lines only the first one's place is kept: the places of all lines of 256 MB would not fit into an array. */
const STRIDE = 1024;

/** Number of lines; a last line without line end counts. Empty text: 0. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === LINE_FEED) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== LINE_FEED ? count + 1 : count;
}

export interface LineRangeBytes {
  /** 1-based. */
  readonly number: number;
  readonly start: number;
  /** Behind the line end. */
  readonly end: number;
}

/** Where each line lies, from line `first` on. `start` is the place of that line. */
function* lineRanges(bytes: Uint8Array, first = 1, start = 0): Generator<LineRangeBytes> {
  let number = first;
  for (let at = start; at < bytes.length; number += 1) {
    const next = bytes.indexOf(LINE_FEED, at);
    const end = next < 0 ? bytes.length : next + 1;
    yield { number, start: at, end };
    at = end;
  }
}

/** Finds lines of a text by number, in little memory whatever its size. */
export class LineIndex {
  readonly total: number;
  private readonly bytes: Uint8Array;
  private readonly places: number[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    let line = 0;
    let isStart = true;
    for (let i = 0; i < bytes.length; i += 1) {
      if (isStart && line % STRIDE === 0) this.places.push(i);
      isStart = bytes[i] === LINE_FEED;
      if (isStart) line += 1;
    }
    this.total = isStart ? line : line + 1;
  }

  /** Lines from this number on (1-based); nothing behind the end. */
  *from(number: number): Generator<LineRangeBytes> {
    const place = Math.floor((number - 1) / STRIDE);
    const start = this.places[place];
    if (start === undefined) return;
    for (const range of lineRanges(this.bytes, place * STRIDE + 1, start)) {
      if (range.number >= number) yield range;
    }
  }
}
