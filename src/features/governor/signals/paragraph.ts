import type { Line } from '../text/scan-lines.ts';

/** A line that holds nothing but a place: ` --> src/a.rs:3:9`, `tests/b.py:12:`. Under words they are a complaint. */
const PLACE_ONLY =
  /^\s*(?:-->|at|in|on|❯|→|[╭┌][─-]*\[?|file:?)?\s*["'([]?[\w@~./\\-]+\.[a-z]\w{0,5}(?::\d+){1,2}["')\]]?:?\s*$/i;
const PATH = /[\w@~-][/\\][\w@~.-]|\.[a-z]\w{0,4}(?::?\d| line \d|\s*$)/i;
/** Words that are no more about what stands above. */
const SAYS = /^(?!\s*(?:note|help|hint|info)\b).*\p{L}{3}.* \p{L}/iu;
const LONGEST = 200;
/** How far below the first line of a paragraph a place and an error belong to it. */
const NEAR_PLACE = 4;
const NEAR_ERROR = 14;

/** The first line of a block of lines between blank ones. */
export interface Opener {
  readonly line: Line;
  readonly text: string;
  readonly indent: number;
  readonly skip: number;
}

/** Follows how a text is divided by blank lines. */
export class Paragraph {
  private opener: Opener | undefined;
  private isTold = false;

  /** Call for the first line behind a blank one. */
  start(opener: Opener): void {
    this.opener = opener.text.length <= LONGEST ? opener : undefined;
    this.isTold = false;
  }

  /** The first line told of trouble. */
  tell(line: Line): void {
    if (this.opener?.line.index === line.index) this.isTold = true;
  }

  /** The words above a line that holds only the place they are about; undefined when it is none, or they are known. */
  complaint(line: Line, text: string): Opener | undefined {
    const { opener } = this;
    if (opener === undefined || this.isTold) return undefined;
    const distance = line.index - opener.line.index;
    if (distance < 1 || distance > NEAR_PLACE || !endsLikePlace(text) || !PLACE_ONLY.test(text))
      return undefined;
    return SAYS.test(opener.text) ? opener : undefined;
  }

  /** What stands above an error in the same paragraph, when it says more than that. */
  above(line: Line): Opener | undefined {
    const { opener } = this;
    if (opener === undefined || this.isTold) return undefined;
    const distance = line.index - opener.line.index;
    return distance > 0 && distance <= NEAR_ERROR ? opener : undefined;
  }
}

/** A look at the last character, before the expression. */
function endsLikePlace(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  return (code >= 48 && code <= 58) || code === 41 || code === 93 || code <= 32;
}

/** True for a heading that says in which file. */
export const namesFile = (text: string): boolean => PATH.test(text);
