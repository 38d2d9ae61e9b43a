/** A file may hold sections of other tools of ours; none is nested. */
const START = '<!-- plimsoll: start -->';
const END = '<!-- plimsoll: end -->';

const lineEndOf = (text: string): string => /\r\n|\n/.exec(text)?.[0] ?? '\n';

interface Span {
  readonly start: number;
  /** Behind the last mark. */
  readonly end: number;
}

/** From the first mark to the last; undefined where one of them is missing, or they are the wrong way round. */
function sectionIn(text: string): Span | undefined {
  const start = text.indexOf(START);
  const end = start < 0 ? -1 : text.indexOf(END, start);
  return end < 0 ? undefined : { start, end: end + END.length };
}

/** A mark without the other: somebody edited it, and where ours ends cannot be known. */
export const hasBrokenSection = (text: string): boolean =>
  sectionIn(text) === undefined && (text.includes(START) || text.includes(END));

/** The text with our section: in the place of the one that is there, else at the end behind an empty line. */
export function withSection(text: string, section: string): string {
  const lineEnd = lineEndOf(text);
  const block = `${START}\n${section.trim()}\n${END}`.replaceAll('\n', lineEnd);
  const found = sectionIn(text);
  if (found !== undefined) return text.slice(0, found.start) + block + text.slice(found.end);
  if (text.replace(/^\uFEFF/, '') === '') return `${text}${block}${lineEnd}`;
  const gap = /[\r\n]$/.test(text) ? lineEnd : lineEnd.repeat(2);
  return `${text}${gap}${block}${lineEnd}`;
}

/** The text without our section and the empty line before it; the same where there is none. */
export function withoutSection(text: string): string {
  const found = sectionIn(text);
  if (found === undefined) return text;
  const before = text.slice(0, found.start).replace(/(\r\n|\n)(?:\r\n|\n)$/, '$1');
  return before + text.slice(found.end).replace(/^(?:\r\n|\n)/, '');
}
