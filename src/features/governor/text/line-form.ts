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

const PRIME = 0x01000193;
const ROW = 256;
/** What a run is of: nothing yet, letters (and digits among them), digits, blanks, another character. */
const OTHER = 4;
/** By run and byte: the row of the next run and what the form gets from it, 0 for nothing. */
const NEXT_ROW = new Uint16Array((OTHER + 1) * ROW);
const ADDED = new Uint16Array((OTHER + 1) * ROW);
const FACTOR = new Int32Array((OTHER + 1) * ROW).fill(1);
for (let run = 0; run <= OTHER; run += 1)
  for (let code = 0; code < ROW; code += 1) {
    const kind = CLASSES[code] ?? 0;
    const isRun = kind === LETTER || kind === DIGIT || kind === SPACE;
    // Letters and digits mixed are one run: a hex id is longer or shorter by chance.
    const goesOn =
      isRun && (kind === run || (kind === DIGIT && run === LETTER) || (kind === LETTER && run === DIGIT));
    const at = run * ROW + code;
    NEXT_ROW[at] = ROW * (kind === DIGIT && run === LETTER ? LETTER : isRun ? kind : OTHER);
    if (goesOn) continue;
    ADDED[at] = kind;
    FACTOR[at] = PRIME;
  }

/**
 * A number for the form of a line: runs of letters, digits and blanks each as one, other characters as they are. Tables
 * rather than conditions: where one run ends and the next begins cannot be foreseen.
 */
export function formOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let row = 0;
  const end = Math.min(to, from + LOOKED_BYTES);
  for (let at = from; at < end; at += 1) {
    const step = row + (bytes[at] ?? 0);
    row = NEXT_ROW[step] ?? 0;
    hash = Math.imul(hash ^ (ADDED[step] ?? 0), FACTOR[step] ?? 1);
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
