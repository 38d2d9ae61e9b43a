/** Lines of a text without their ends; a final line end makes no empty last line. The empty text has no lines. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export interface LineRange {
  readonly first: number;
  /** Bytes of the first line that are passed over; absent: none. */
  readonly firstByte?: number;
  readonly last: number;
}

/** How a range of lines is written, for error texts. */
export const LINES_ACCEPTED = '"100-160", "100-", "100" or "100@4096-160" (line 100 from its byte 4096)';

/** The range as parseLineRange reads it; without an upper bound it goes to the end. */
export function formatLineRange(first: number, firstByte: number, last: number | undefined): string {
  const from = firstByte > 0 ? `${first}@${firstByte}` : `${first}`;
  return first === last ? from : `${from}-${last ?? ''}`;
}

/** `100-160`, `100-`, `-50`, `7` or, from a byte of the first line on, `7@4096` and `7@4096-20` as a 1-based range, both ends included; undefined when it is none of these. */
export function parseLineRange(text: string): LineRange | undefined {
  const match = /^\s*(\d*)(?:@(\d+))?\s*(-?)\s*(\d*)\s*$/.exec(text);
  if (match === null) return undefined;
  const [, from = '', byte, dash = '', to = ''] = match;
  if (from === '' && (to === '' || byte !== undefined)) return undefined;
  const first = from === '' ? 1 : Number(from);
  let last = Number.MAX_SAFE_INTEGER;
  if (dash === '') last = first;
  else if (to !== '') last = Number(to);
  if (first < 1 || last < first) return undefined;
  return byte === undefined ? { first, last } : { first, firstByte: Number(byte), last };
}
