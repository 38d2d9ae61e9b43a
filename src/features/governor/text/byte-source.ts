import { readSync } from 'node:fs';

/** Bytes of a text that need not be in memory. */
export interface ByteSource {
  readonly size: number;
  /**
   * As many bytes as there are between these places.
   * @param into memory of the caller's that is large enough, for a pass that needs one block at a time: what was read into it
   * before is gone. Used when the bytes are not in memory.
   */
  read(from: number, to: number, into?: Buffer): Buffer;
}

export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (from, to) => bytes.subarray(from, to),
});

/** A read of so much is the scan's: it stays, and short reads inside it cost nothing. */
const KEPT_BYTES = 256 * 1024;

/** A file, read piece by piece; what lies in the large piece that was read last is read once. */
export function fileSource(fd: number, size: number): ByteSource {
  const kept = { at: 0, bytes: Buffer.alloc(0) };
  return {
    size,
    read(from, to, into) {
      const at = from - kept.at;
      if (at >= 0 && to - kept.at <= kept.bytes.length) return kept.bytes.subarray(at, to - kept.at);
      const length = Math.min(to, size) - from;
      const bytes = into?.subarray(0, length) ?? Buffer.allocUnsafe(length);
      const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
      if (into !== undefined || bytes.length >= KEPT_BYTES) Object.assign(kept, { at: from, bytes: read });
      return read;
    },
  };
}
