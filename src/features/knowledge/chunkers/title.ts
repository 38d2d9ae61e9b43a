import { takeBytes } from '#core/text/bytes.ts';
import type { Mark } from './packer.ts';

/** A longer title says no more, and it is stored and indexed with every passage. */
const TITLE_BYTES = 200;

/** A mark with the name of what begins there, as Latin-1 (one character a byte); empty when it has none. */
export interface NamedMark extends Mark {
  readonly name: string;
}

/** The start of a text that was read as Latin-1, in bytes; cuts no character of UTF-8. */
export function takeName(latin1: string, maxBytes: number): string {
  if (latin1.length <= maxBytes) return latin1;
  let end = maxBytes;
  while (end > maxBytes - 4 && (latin1.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return latin1.slice(0, end);
}

/** A title from text that was read as Latin-1: decoded, one line, at most 200 bytes. */
export function toTitle(latin1: string): string {
  if (latin1 === '') return '';
  const text = Buffer.from(latin1.slice(0, TITLE_BYTES * 4), 'latin1')
    .toString('utf8')
    .replace(/\s+/g, ' ')
    .trim();
  const short = takeBytes(text, TITLE_BYTES);
  return short === text ? text : `${short}…`;
}

/** The names of the units in a passage, each once: `Store.read, Store.write`. */
export function namesTitle(marks: readonly NamedMark[], continued: NamedMark | undefined): string {
  const names = new Set<string>();
  if (continued !== undefined) names.add(continued.name);
  for (const { name } of marks) {
    if (names.size > 40) break;
    names.add(name);
  }
  names.delete('');
  return toTitle([...names].join(', '));
}

/** The name of the innermost unit: where names are paths and each holds the ones above it. */
export const lastTitle = (marks: readonly NamedMark[], continued: NamedMark | undefined): string =>
  toTitle((marks.at(-1) ?? continued)?.name ?? '');
