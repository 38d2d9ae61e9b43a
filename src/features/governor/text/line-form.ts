/** Only the start of a line decides what kind it is. */
const LOOKED_BYTES = 120;

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;

/** By byte: bytes of characters beyond ASCII are letters. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (code > 0x7f || /[a-z_]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return code === 0x20 || code === 0x09 ? SPACE : code;
});

/** A number for the form of a line: runs of letters, digits and blanks each as one, other characters as they are. */
export function formOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let before = 0;
  const end = Math.min(to, from + LOOKED_BYTES);
  for (let at = from; at < end; at += 1) {
    const kind = CLASSES[bytes[at] ?? 0] ?? 0;
    if (kind === before && kind <= SPACE) continue;
    // Letters and digits mixed are one run: a hex id is longer or shorter by chance.
    if (kind === DIGIT && before === LETTER) continue;
    if (kind === LETTER && before === DIGIT) {
      before = LETTER;
      continue;
    }
    before = kind;
    hash = Math.imul(hash ^ kind, 0x01000193);
  }
  return hash;
}

/** A number for what the start of a line says. */
export function contentOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ (to - from);
  const end = Math.min(to, from + LOOKED_BYTES);
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}
