import { isAscii } from '#core/text/fold.ts';

/** So many letters of a term stand at the beginning of each of its words. */
const BEGINNING = 4;

/**
 * Matches where a line can hold one of the terms: stemming changes nothing but ends of words, and a compound may have `_`
 * inside. Of what is not ASCII it is not known. Most lines hold none, and need not be taken apart. No match has a line end
 * in it.
 */
function beginningsOf(terms: Iterable<string>): RegExp {
  const beginnings = [...terms]
    .filter((term) => isAscii(term) && term !== '')
    .map((term) => term.slice(0, Math.max(1, Math.min(BEGINNING, term.length - 1))));
  const patterns = [...new Set(beginnings)].map((text) => [...text].join('_*'));
  return new RegExp([...patterns, String.raw`[^\u0000-\u007f]`].join('|'), 'gi');
}

/** A line of a text. */
export interface Line {
  /** From 0. */
  readonly index: number;
  readonly text: string;
}

/** Tells quickly where a text can hold one of some terms; it may say so where none is, but never overlooks one. */
export class TermPlaces {
  private readonly beginnings: RegExp;

  constructor(terms: Iterable<string>) {
    this.beginnings = beginningsOf(terms);
  }

  isIn(text: string): boolean {
    this.beginnings.lastIndex = 0;
    return this.beginnings.test(text);
  }

  /** The lines that can hold a term. One search through the whole text passes over the others. */
  lines(text: string): readonly Line[] {
    const found: Line[] = [];
    let index = 0;
    let from = 0;
    this.beginnings.lastIndex = 0;
    while (this.beginnings.test(text)) {
      const match = this.beginnings.lastIndex - 1;
      let end = text.indexOf('\n', from);
      while (end >= 0 && end < match) {
        index += 1;
        from = end + 1;
        end = text.indexOf('\n', from);
      }
      if (end < 0) end = text.length;
      found.push({ index, text: text.slice(from, end) });
      if (end === text.length) break;
      index += 1;
      from = end + 1;
      this.beginnings.lastIndex = from;
    }
    return found;
  }
}
