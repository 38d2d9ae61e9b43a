import type { ByteSource } from '../text/byte-source.ts';
import type { Line } from '../text/scan-lines.ts';

/** Lines whose start is kept; when there are more, every second one is dropped. */
const KEPT = 8_192;
const PIECE_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** Finds the line that a byte lies in, in bounded memory. */
export class LineIndex {
  private readonly source: ByteSource;
  private starts: number[] = [];
  private stride = 1;
  private long: Line = { index: -1, start: 0, end: -1 };

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Every line in order. */
  add({ index, start }: Line): void {
    if (index % this.stride !== 0) return;
    this.starts.push(start);
    if (this.starts.length < KEPT) return;
    this.starts = this.starts.filter((_, i) => i % 2 === 0);
    this.stride *= 2;
  }

  find(at: number): Line {
    if (at >= this.long.start && at <= this.long.end) return this.long;
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    let index = low * this.stride;
    let start = this.starts[low] ?? 0;
    for (;;) {
      const end = this.lineEnd(start);
      if (end >= at || end >= this.source.size) {
        const line = { index, start, end };
        if (end - start > PIECE_BYTES) this.long = line;
        return line;
      }
      index += 1;
      start = end + 1;
    }
  }

  /** All lines of which some bytes lie between these places. */
  *between(from: number, to: number): Generator<Line> {
    let line = this.find(from);
    yield line;
    while (line.end + 1 < to) {
      const start = line.end + 1;
      line = { index: line.index + 1, start, end: this.lineEnd(start) };
      yield line;
    }
  }

  private lineEnd(start: number): number {
    const { source } = this;
    for (let at = start; at < source.size; at += PIECE_BYTES) {
      const feed = source.read(at, Math.min(source.size, at + PIECE_BYTES)).indexOf(LINE_FEED);
      if (feed >= 0) return at + feed;
    }
    return source.size;
  }
}
