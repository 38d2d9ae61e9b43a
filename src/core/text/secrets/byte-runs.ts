/** What bytes are, as bits. */
export const BITS = {
  digit: 1,
  lower: 2,
  upper: 4,
  /** `_` and `-`. */
  url: 8,
  dot: 16,
  /** `+`, `/` and `=`, and the `%` of their escapes. */
  base64: 32,
  slash: 64,
  hex: 128,
} as const;

export const ALNUM = BITS.digit | BITS.lower | BITS.upper;

const bitsOf = (char: string): number =>
  (/\d/.test(char) ? BITS.digit : 0) |
  (/[a-z]/.test(char) ? BITS.lower : 0) |
  (/[A-Z]/.test(char) ? BITS.upper : 0) |
  (/[_-]/.test(char) ? BITS.url : 0) |
  (char === '.' ? BITS.dot : 0) |
  (/[+/=%]/.test(char) ? BITS.base64 : 0) |
  (char === '/' ? BITS.slash : 0) |
  (/[\da-fA-F]/.test(char) ? BITS.hex : 0);

const BYTES = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 128 ? bitsOf(String.fromCharCode(code)) : 0,
);

/** A part of a text, one character per byte. */
export const chars = (text: Buffer, start: number, end?: number): string =>
  text.toString('latin1', start, end);

export const hasBits = (text: Uint8Array, at: number, bits: number): boolean =>
  ((BYTES[text[at] ?? 128] ?? 0) & bits) !== 0;

/** Where the run of bytes with any of these bits ends that begins here; at `limit` at the latest. */
export function runEnd(text: Uint8Array, at: number, bits: number, limit = text.length): number {
  let end = at;
  while (end < limit && hasBits(text, end, bits)) end += 1;
  return end;
}

/** Where the run begins that ends before this place; not before `limit`. */
export function runStart(text: Uint8Array, at: number, bits: number, limit: number): number {
  let start = at;
  while (start > limit && hasBits(text, start - 1, bits)) start -= 1;
  return start;
}

/** What sets a terminal's colour, as it is sent or written in code. */
export const COLOUR = String.raw`(?:\u001b|\\e|\\033|\\x1b|\\u001b)\[[\d;]{0,24}m`;
/** Escapes end with a letter or digit that is none of the text: `\n`, `\u003d`, `\x3d`, `%3D`, and colours. */
const ESCAPE = new RegExp(
  String.raw`(?:\\[abefnrtv0]|\\u[\da-f]{4}|\\x[\da-f]{2}|%[\da-f]{2}|${COLOUR})$`,
  'i',
);
const ESCAPE_BYTES = 32;

/** True when no word goes on at this place. */
export function isWordStart(text: Buffer, at: number): boolean {
  if (at === 0 || !hasBits(text, at - 1, ALNUM)) return true;
  return ESCAPE.test(chars(text, Math.max(0, at - ESCAPE_BYTES), at));
}
