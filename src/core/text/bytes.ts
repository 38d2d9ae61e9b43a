/** UTF-8 length of a text, in bytes. A lone surrogate counts as U+FFFD (3 bytes), as it is written. */
export const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/** True for the second and later bytes of a multi-byte UTF-8 character. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Bytes that can follow the first one of a character. */
const MAX_CONTINUATION = 3;

/**
 * The nearest position at or before `offset` that does not cut a character; at most three bytes before it. In bytes that
 * are no UTF-8 there may be no such position: then it is `offset`, so that whoever cuts by it gets on.
 */
export function characterStart(bytes: Uint8Array, offset: number): number {
  const end = Math.min(offset, bytes.length);
  let at = end;
  while (at > 0 && end - at <= MAX_CONTINUATION && isContinuation(bytes[at] ?? 0)) at -= 1;
  return end - at > MAX_CONTINUATION ? end : at;
}

/** The longest start of `text` of at most `maxBytes` UTF-8 bytes that cuts no character. */
export function takeBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  return bytes.subarray(0, characterStart(bytes, Math.max(0, maxBytes))).toString('utf8');
}

/** `text.slice` that leaves out a character of two code units when a place lies inside it. */
export const sliceWhole = (text: string, from: number, to?: number): string =>
  text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
