/** Lines of a text without their ends; a final line end makes no empty last line. The empty text has no lines. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export type LineRange = { readonly first: number; readonly last: number };

/** `100-160`, `100-`, `-50` or `7` as a 1-based range, both ends included; undefined when it is none of these. */
export function parseLineRange(text: string): LineRange | undefined {
  const match = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(text);
  if (match === null) return undefined;
  const [, from = '', dash = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const first = from === '' ? 1 : Number(from);
  let last = Number.MAX_SAFE_INTEGER;
  if (dash === '') last = first;
  else if (to !== '') last = Number(to);
  return first >= 1 && last >= first ? { first, last } : undefined;
}
