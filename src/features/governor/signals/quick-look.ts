/** What a quick look at a line says may be in it; the expressions then say whether it is. */
export const MAY_BE = { trouble: 1, summary: 2 } as const;

/** Letters that lines of trouble hold, by their first four (of shorter words all) letters. */
const TROUBLE_LETTERS =
  'err fail fata pani exce trac crit seg bus dump kill abor unha unca deni refu reje unre unde such cann can coul unab not exis time out exit retu zero warn depr conf sig cras inva miss unex lost cond leve seve lvl';
const SUMMARY_LETTERS =
  'pass fail test suit snap asse exam erro warn skip tota pend prob issu vuln ran ok succ buil comp adde remo chan audi date fini chec all';

const LETTER_BITS = 5;
const KEY_MASK = 2 ** (4 * LETTER_BITS) - 1;
const SHORT_MASK = 2 ** (3 * LETTER_BITS) - 1;
/** In the table of three letters: they may be the end of four that are known. */
const MAY_BE_FOUR = 4;
const SLOTS = 2 ** 15;

/** Where a key of four letters lies; two keys in one slot cost a second look and no more. */
const slotOf = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 17) & (SLOTS - 1);

const keyOf = (letters: string): number =>
  [...letters].reduce((key, letter) => (key << LETTER_BITS) | (letter.charCodeAt(0) & 31), 0);

/** By the last three letters what is found, or that the fourth has to be looked at; by four letters what is found. */
function makeTables(): { readonly three: Uint8Array; readonly four: Uint8Array } {
  const three = new Uint8Array(SHORT_MASK + 1);
  const four = new Uint8Array(SLOTS);
  const mark = (table: Uint8Array, at: number, bits: number): void => {
    table[at] = (table[at] ?? 0) | bits;
  };
  const add = (words: string, bit: number): void => {
    for (const word of words.split(' ')) {
      const key = keyOf(word.slice(0, 4));
      if (word.length === 2)
        for (let first = 0; first < 32; first += 1) mark(three, (first << (2 * LETTER_BITS)) | key, bit);
      else if (word.length === 3) mark(three, key, bit);
      else {
        mark(three, key & SHORT_MASK, MAY_BE_FOUR);
        mark(four, slotOf(key), bit);
      }
    }
  };
  add(TROUBLE_LETTERS, MAY_BE.trouble);
  add(SUMMARY_LETTERS, MAY_BE.summary);
  return { three, four };
}

const { three: THREE, four: FOUR } = makeTables();
const ALL = MAY_BE.trouble | MAY_BE.summary;

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `EACCES`: three capitals of which the first is an E are a code, or a word in capitals. */
const endsCode = (bytes: Uint8Array, at: number): boolean =>
  bytes[at - 2] === 69 && isUpper(bytes[at - 1] ?? 0) && isUpper(bytes[at] ?? 0);

/** Three digits behind a capital (`TS2322`), with a hyphen or not (`ORA-00942`), or a status of 500 and above. */
function endsNumber(bytes: Uint8Array, at: number): boolean {
  if (!isDigit(bytes[at - 1] ?? 0) || !isDigit(bytes[at - 2] ?? 0)) return false;
  const before = bytes[at - 3] ?? 0;
  if (before === 45) return isUpper(bytes[at - 4] ?? 0);
  return isUpper(before) || (before === 32 && bytes[at - 2] === 53 && !isDigit(bytes[at + 1] ?? 0));
}

/** What a byte that is no letter of ASCII may tell. */
function lookAtOther(bytes: Uint8Array, from: number, at: number, code: number): number {
  if (code > 127) return ALL;
  // pytest puts two blanks or more behind the E of an assertion.
  if (code === 32) return at > from && bytes[at - 1] === 69 ? MAY_BE.trouble : 0;
  return isDigit(code) && at - from >= 3 && endsNumber(bytes, at) ? MAY_BE.trouble : 0;
}

/**
 * One pass over a line without an expression: bits of MAY_BE. A bit that is not set is certain. Codes (`E1101`, `ENOENT`,
 * ` 503 `) and every character beyond ASCII may be trouble. Bytes, since places in a slice of a text are dear.
 * @param to the place behind the line
 */
export function quickLook(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  let key = 0;
  for (let at = from; at < to; at += 1) {
    const code = bytes[at] ?? 0;
    const letter = code | 32;
    if (letter >= 97 && letter <= 122) {
      key = ((key << LETTER_BITS) | (code & 31)) & KEY_MASK;
      const three = THREE[key & SHORT_MASK] ?? 0;
      if (three !== 0) found |= three >= MAY_BE_FOUR ? (three & ALL) | (FOUR[slotOf(key)] ?? 0) : three;
      if (code < 97 && at - from >= 2 && endsCode(bytes, at)) found |= MAY_BE.trouble;
    } else {
      key = 0;
      found |= lookAtOther(bytes, from, at, code);
    }
    if (found === ALL) return ALL;
  }
  return found;
}
