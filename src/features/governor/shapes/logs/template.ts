const DIGIT = 1;
const LETTER = 2;

/** Bytes of characters beyond ASCII are letters. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 0x7f || /[A-Za-z_]/.test(String.fromCharCode(code))) return LETTER;
  return code >= 0x30 && code <= 0x39 ? DIGIT : 0;
});
const PRIME = 0x01000193;
const VARIABLE = 0x23;
/** What is different so far into a line makes no other kind of it. */
const LOOKED_BYTES = 160;
const QUOTE = 0x22;

/**
 * A number for what a line says without its values, from `from` on: words that hold a digit, and what stands in quotes,
 * are values. Two lines of one template have the same number.
 */
export function templateOf(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, from + LOOKED_BYTES);
  let hash = 0x811c9dc5;
  let word = 0;
  let kinds = 0;
  for (let at = from; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    const kind = CLASSES[code] ?? 0;
    if (kind !== 0) {
      kinds |= kind;
      word = Math.imul(word ^ code, PRIME);
      continue;
    }
    if (kinds !== 0) {
      hash = Math.imul(hash ^ ((kinds & DIGIT) === 0 ? word : VARIABLE), PRIME);
      word = 0;
      kinds = 0;
    }
    hash = Math.imul(hash ^ code, PRIME);
    if (code === QUOTE) {
      const close = bytes.indexOf(QUOTE, at + 1);
      if (close > 0 && close < to) at = close;
    }
  }
  // A word that is cut is none.
  if (kinds !== 0 && end === to) hash = Math.imul(hash ^ ((kinds & DIGIT) === 0 ? word : VARIABLE), PRIME);
  return hash;
}
