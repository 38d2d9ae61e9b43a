import { takeName } from './title.ts';

/** A longer heading is a paragraph that somebody marked as one; it is shortened, in characters. */
const HEADING_LIMIT = 160;

/** The headings above a place in a text, as Latin-1. */
export class HeadingPath {
  private readonly headings: { readonly level: number; readonly text: string }[] = [];

  /** Level of the innermost heading; 0 before the first. */
  get level(): number {
    return this.headings.at(-1)?.level ?? 0;
  }

  /** A heading begins here: those of its level and below are over. Returns the path, `A > B`. */
  enter(level: number, text: string): string {
    while (this.level >= level) this.headings.pop();
    this.headings.push({ level, text: takeName(text, HEADING_LIMIT) });
    return this.path;
  }

  get path(): string {
    return this.headings.map(({ text }) => text).join(' > ');
  }
}

/** A heading's text without the closing `#`s that may follow a blank. Linear, where one expression would not be. */
export function headingText(rest: string): string {
  const text = rest.trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end < text.length && (end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t');
  return isClosed ? text.slice(0, end).trimEnd() : text;
}
