/** Lines that are passed over when the same one is repeated without end: `yes`, a program that prints one line for ever. */
export interface Repeats {
  /** True when nothing is lost by not looking at each line like this one. */
  readonly mayPass: (bytes: Buffer, from: number, to: number) => boolean;
  readonly passed: (lines: number) => void;
}

/** Only short lines are so many that it matters. */
const LONGEST = 256;
/** So many at the end of a block are looked at all the same where they may be among the last ones of the text. */
const KEPT_LINES = 2_048;
/** With more text behind the block none of its lines is: no digest shows so much of an end. */
const END_BYTES = 1024 * 1024;

/** Fewer are not worth the comparison. */
const FEWEST_PASSED = 512;

const LINE_FEED = 0x0a;

/** How many lines and bytes behind `from` can be passed over. */
export interface Pass {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * What of the block, from the start of a line on, is one line again and again; undefined when it is not, or too little of
 * it. One comparison of memory tells.
 * @param bytesBehind the block, up to the end of the text
 */
export function repeatsFrom(
  block: Buffer,
  from: number,
  repeats: Repeats,
  bytesBehind: number,
): Pass | undefined {
  const size = block.indexOf(LINE_FEED, from) - from + 1;
  if (size < 1 || size > LONGEST) return undefined;
  const kept = bytesBehind < END_BYTES ? KEPT_LINES : 1;
  const lines = Math.floor((block.length - from) / size) - kept;
  if (lines < FEWEST_PASSED) return undefined;
  if (block.compare(block, from + size, block.length, from, block.length - size) !== 0) return undefined;
  return repeats.mayPass(block, from, from + size - 1) ? { lines, bytes: lines * size } : undefined;
}
