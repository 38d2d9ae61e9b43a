import { fold, isAscii } from './fold.ts';
import { pictographPattern, piecePattern, solidPattern } from './scripts.ts';
import { stem } from './stem.ts';

/** Words are not split beyond this: a longer run of letters is data, of which the start is enough to find it. */
const WORD_LIMIT = 64;
/** Words whose terms are remembered; a text repeats its words. */
const MEMO_LIMIT = 100_000;

const ASCII_WORD = /[A-Za-z0-9_]+/g;
/** Seams of compound words: `useEffect`, `HTTPServer`. */
const CASE_SEAM = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const UNDERSCORE = 95;
const ONE_DIGIT_SEAM = /^([a-z]{2,})(\d+)$/;

const isLower = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/** The same seams in ASCII, found many times as fast: every word that comes for the first time passes here. */
function asciiParts(word: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 1; i <= word.length; i += 1) {
    const before = word.charCodeAt(i - 1);
    const here = i < word.length ? word.charCodeAt(i) : UNDERSCORE;
    const after = i + 1 < word.length ? word.charCodeAt(i + 1) : 0;
    const isSeam =
      here === UNDERSCORE ||
      before === UNDERSCORE ||
      (isUpper(here) && (isLower(before) || (isUpper(before) && after >= 97 && after <= 122)));
    if (!isSeam) continue;
    if (before !== UNDERSCORE) parts.push(word.slice(start, i).toLowerCase());
    start = i;
  }
  return parts;
}

/** The parts of a compound word, lower case; a plain word is its only part. */
function partsOf(word: string): readonly string[] {
  const parts = isAscii(word) ? asciiParts(word) : unicodeParts(word);
  if (parts.length !== 1) return parts;
  const match = ONE_DIGIT_SEAM.exec(parts[0] ?? '');
  return match === null ? parts : [match[1] ?? '', match[2] ?? ''];
}

function unicodeParts(word: string): readonly string[] {
  return word
    .split('_')
    .flatMap((piece) => piece.split(CASE_SEAM))
    .filter((piece) => piece !== '')
    .map(fold);
}

/** Terms of one word: a plain word's stem; of a compound the whole and the stems of its parts. */
function termsOfWord(word: string, stemOf: (part: string) => string): string {
  if (!isAscii(word) && pictographPattern().test(word)) return `emoji${word.codePointAt(0)?.toString(16)}`;
  const parts = partsOf(word.length > WORD_LIMIT ? word.slice(0, WORD_LIMIT) : word);
  if (parts.length === 0) return '';
  if (parts.length === 1) return stemOf(parts[0] ?? '');
  return `${parts.join('')} ${parts.map(stemOf).join(' ')}`;
}

/** Turns texts into the terms by which the index knows them; remembers words, so keep one per thread. */
export class Terms {
  private memo = new Map<string, string>();
  private stems = new Map<string, string>();

  /** Terms in the order of the text, separated by blanks; empty for a text without letters, digits and pictographs. */
  of(text: string): string {
    const out: string[] = [];
    for (const word of this.words(text)) {
      const terms = this.ofWord(word);
      if (terms !== '') out.push(terms);
    }
    return out.join(' ');
  }

  /** Compound words share their parts. */
  private readonly stemOf = (part: string): string => {
    const known = this.stems.get(part);
    if (known !== undefined) return known;
    const stemmed = stem(part);
    if (this.stems.size >= MEMO_LIMIT) this.stems = new Map();
    this.stems.set(part, stemmed);
    return stemmed;
  };

  /** The words of a text as they stand in it (in NFKC), compounds whole, characters of solid scripts one by one. */
  words(text: string): readonly string[] {
    return (isAscii(text) ? text.match(ASCII_WORD) : text.normalize('NFKC').match(piecePattern())) ?? [];
  }

  /** Terms of one word of `words`, separated by blanks. */
  ofWord(word: string): string {
    const known = this.memo.get(word);
    if (known !== undefined) return known;
    const terms = termsOfWord(word, this.stemOf);
    if (this.memo.size >= MEMO_LIMIT) this.memo = new Map();
    this.memo.set(word, terms);
    return terms;
  }
}

/** True for a character of a script that is written without blanks. */
export const isSolid = (character: string): boolean => !isAscii(character) && solidPattern().test(character);
