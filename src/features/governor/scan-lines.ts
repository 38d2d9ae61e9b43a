import { readSync } from 'node:fs';

/** Where a line lies, in bytes of the text; `end` is before its line feed. */
export interface Line {
  /** 0-based. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Bytes of a text that need not be in memory. */
export interface ByteSource {
  readonly size: number;
  /** As many bytes as there are between these places. Good until the next call. */
  read(from: number, to: number): Buffer;
}

export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (from, to) => bytes.subarray(from, to),
});

const BLOCK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A file, read block by block; what lies in the block that was read last costs nothing. */
export function fileSource(fd: number, size: number): ByteSource {
  const block = { at: 0, bytes: Buffer.alloc(0) };
  return {
    size,
    read(from, to) {
      const at = from - block.at;
      if (at >= 0 && to - block.at <= block.bytes.length) return block.bytes.subarray(at, to - block.at);
      const bytes = Buffer.allocUnsafe(Math.min(to, size) - from);
      const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
      // A block of the scan stays, short reads between do not push it out.
      if (bytes.length >= BLOCK_BYTES) Object.assign(block, { at: from, bytes: read });
      return read;
    },
  };
}

/** Calls `visit` for every line in order; returns how many there are. A final line feed makes no empty last line. */
export function scanLines(source: ByteSource, visit: (line: Line) => void): number {
  let index = 0;
  let start = 0;
  for (let at = 0; at < source.size; at += BLOCK_BYTES) {
    const block = source.read(at, Math.min(source.size, at + BLOCK_BYTES));
    for (let feed = block.indexOf(LINE_FEED); feed >= 0; feed = block.indexOf(LINE_FEED, feed + 1)) {
      visit({ index, start, end: at + feed });
      index += 1;
      start = at + feed + 1;
    }
  }
  if (start < source.size) {
    visit({ index, start, end: source.size });
    index += 1;
  }
  return index;
}
