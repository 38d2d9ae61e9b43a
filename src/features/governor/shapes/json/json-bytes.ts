export const CODE = {
  feed: 0x0a,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Kinds of bytes: what a number or a word consists of, white space, all others. */
export const CLASS = { other: 0, scalar: 1, space: 2 } as const;

const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) return CLASS.space;
  return /[\w.+-]/.test(String.fromCharCode(code)) ? CLASS.scalar : CLASS.other;
});

export const classOf = (code: number): number => CLASSES[code] ?? CLASS.other;
