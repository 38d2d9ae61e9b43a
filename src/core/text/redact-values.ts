/** A text that must not be shown, and what stands in its place. */
export interface SecretValue {
  readonly value: string;
  readonly mark: string;
}

interface Needle {
  readonly bytes: Buffer;
  readonly mark: Buffer;
}

interface Match {
  readonly at: number;
  readonly end: number;
  readonly mark: Buffer;
}

/** True when the bytes from `at` to the end of `text` are the start of `bytes`, but not all of it. */
const isStartAt = (text: Buffer, at: number, bytes: Buffer): boolean =>
  text.length - at < bytes.length && text.compare(bytes, 0, text.length - at, at) === 0;

/**
 * Replaces secret values in a stream of bytes, piece by piece, wherever the pieces are cut. What may be the start of a
 * value is held back until it is known; nothing else is. Where values overlap, the one that begins first wins, of two
 * that begin at one place the longer one.
 */
export class ValueRedactor {
  /** Places at which something was replaced. */
  count = 0;
  private readonly needles: readonly Needle[];
  private held: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly SecretValue[]) {
    this.needles = secrets
      .map(({ value, mark }) => ({ bytes: Buffer.from(value), mark: Buffer.from(mark) }))
      .filter(({ bytes }) => bytes.length > 0)
      .sort((a, b) => b.bytes.length - a.bytes.length);
  }

  push(bytes: Buffer): Buffer {
    if (this.needles.length === 0) return bytes;
    const text = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    const matches = this.matches(text);
    // A value that is whole may also be the start of a longer one: that is known with the next piece.
    const holdFrom = this.holdFrom(text);
    const sure = matches.filter(({ at }) => at < holdFrom);
    const end = Math.max(holdFrom, sure.at(-1)?.end ?? 0);
    this.held = end === text.length ? Buffer.alloc(0) : Buffer.from(text.subarray(end));
    return this.replace(text.subarray(0, end), sure);
  }

  /** What is held back; call once, when the stream is over. */
  end(): Buffer {
    const text = this.held;
    this.held = Buffer.alloc(0);
    return this.replace(text, this.matches(text));
  }

  private matches(text: Buffer): readonly Match[] {
    const all = this.needles.flatMap(({ bytes, mark }) => {
      const found: Match[] = [];
      for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, at + bytes.length))
        found.push({ at, end: at + bytes.length, mark });
      return found;
    });
    if (all.length < 2) return all;
    let end = 0;
    return all
      .sort((a, b) => a.at - b.at || b.end - a.end)
      .filter((match) => {
        if (match.at < end) return false;
        end = match.end;
        return true;
      });
  }

  /** Where the first value begins that this text may hold the start of; the text's length when there is none. */
  private holdFrom(text: Buffer): number {
    let from = text.length;
    for (const { bytes } of this.needles) {
      const first = bytes[0] ?? 0;
      const start = Math.max(0, text.length - bytes.length + 1);
      for (let at = text.indexOf(first, start); at >= 0 && at < from; at = text.indexOf(first, at + 1))
        if (isStartAt(text, at, bytes)) from = at;
    }
    return from;
  }

  private replace(text: Buffer, matches: readonly Match[]): Buffer {
    if (matches.length === 0) return text;
    this.count += matches.length;
    const parts: Buffer[] = [];
    let at = 0;
    for (const match of matches) {
      parts.push(text.subarray(at, match.at), match.mark);
      at = match.end;
    }
    parts.push(text.subarray(at));
    return Buffer.concat(parts);
  }
}
