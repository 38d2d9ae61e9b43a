/** The longest end of a text of at most `maxBytes` UTF-8 bytes that cuts no character. */
export function takeLastBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, 'utf8');
  let from = Math.max(0, bytes.length - maxBytes);
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return bytes.subarray(from).toString('utf8');
}
