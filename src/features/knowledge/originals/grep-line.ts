import { byteLength, sliceWhole } from '#core/text/bytes.ts';

/** Characters shown around a match in a very long line. */
const AROUND = 160;
/** A longer line is searched in slices that overlap, so that an expression cannot run for minutes; in characters. */
const SLICE = 1024 * 1024;
const OVERLAP = 16 * 1024;

/** The strict syntax first; then the old one, which knows needless escapes such as `\-` and `\"`; then plain text. */
export function compile(grep: string): RegExp {
  for (const flags of ['giu', 'gi']) {
    try {
      return new RegExp(grep, flags);
    } catch {
      // Not valid in this syntax: the next one.
    }
  }
  return new RegExp(grep.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
}

/** Where the first match begins; in a long line, of a match of at most half an overlap. Undefined without one. */
export function findIn(text: string, pattern: RegExp): number | undefined {
  for (let from = 0; ; from += SLICE - OVERLAP) {
    const isLast = from + SLICE >= text.length;
    // What begins near the end of a slice counts in the next one, where what follows is seen; `^` only matches in the first.
    pattern.lastIndex = from === 0 ? 0 : OVERLAP / 2;
    const at = pattern.exec(from === 0 && isLast ? text : text.slice(from, from + SLICE))?.index;
    if (at !== undefined && (isLast || at < SLICE - OVERLAP / 2)) return from + at;
    if (isLast) return undefined;
  }
}

/** The line itself, or of a very long one the part around the match; in at most `room` bytes. */
export function around(line: string, at: number, room: number): string {
  if (line.length <= 4 * AROUND && byteLength(line) <= room) return line;
  // A character takes up to three bytes per unit.
  const lead = Math.min(AROUND, Math.floor((room - 6) / 9));
  const from = Math.max(0, at - lead);
  const to = Math.min(line.length, at + 2 * lead);
  return `${from > 0 ? '…' : ''}${sliceWhole(line, from, to)}${to < line.length ? '…' : ''}`;
}
