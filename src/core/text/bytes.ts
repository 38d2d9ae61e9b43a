/** UTF-8 length of a text, in bytes. A lone surrogate counts as U+FFFD (3 bytes), as it is written. */
export const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/** True for the second and later bytes of a multi-byte UTF-8 character. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** The nearest position at or before `offset` that does not cut a character. */
export function characterStart(bytes: Uint8Array, offset: number): number {
  let at = Math.min(offset, bytes.length);
  while (at > 0 && at < bytes.length && isContinuation(bytes[at] ?? 0)) at -= 1;
  return at;
}

/** The longest start of `text` of at most `maxBytes` UTF-8 bytes that cuts no character. */
export function takeBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  return bytes.subarray(0, characterStart(bytes, Math.max(0, maxBytes))).toString('utf8');
}

/** The longest end of `text` of at most `maxBytes` UTF-8 bytes that cuts no character. */
export function takeLastBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  let start = bytes.length - Math.max(0, maxBytes);
  while (start < bytes.length && isContinuation(bytes[start] ?? 0)) start += 1;
  return bytes.subarray(start).toString('utf8');
}
