/** Lines that are passed over when the same one is repeated without end: `yes`, a program that prints one line for ever. */
export interface Repeats {
  /** True when nothing is lost by not looking at each line like this one. */
  readonly mayPass: (bytes: Buffer, from: number, to: number) => boolean;
  readonly passed: (lines: number) => void;
}

/** Only short lines are so many that it matters. */
const LONGEST = 256;
/** So many at the end of a block are looked at all the same: they may be the last ones of the text. */
const KEPT_LINES = 4_096;

const LINE_FEED = 0x0a;

/** How many lines and bytes behind `from` can be passed over. */
export interface Pass {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * What of the block, from the start of a line on, is one line again and again; undefined when it is not, or too little of
 * it. One comparison of memory tells.
 */
export function repeatsFrom(block: Buffer, from: number, repeats: Repeats): Pass | undefined {
  const size = block.indexOf(LINE_FEED, from) - from + 1;
  if (size < 1 || size > LONGEST) return undefined;
  const lines = Math.floor((block.length - from) / size) - KEPT_LINES;
  if (lines < KEPT_LINES) return undefined;
  if (block.compare(block, from + size, block.length, from, block.length - size) !== 0) return undefined;
  return repeats.mayPass(block, from, from + size - 1) ? { lines, bytes: lines * size } : undefined;
}
