/** What a quick look at a line says may be in it; the expressions then say whether it is. */
export const MAY_BE = { trouble: 1, summary: 2 } as const;

/** Letters that lines of trouble hold, by their first four (of shorter words all) letters. */
const TROUBLE_LETTERS =
  'err fail fata pani exce trac crit seg bus dump kill abor unha unca deni refu reje unre unde such cann can coul unab not exis time out exit retu zero warn depr conf sig cras inva lost cond leve seve lvl';
const SUMMARY_LETTERS =
  'pass fail test suit snap asse exam erro warn skip tota pend prob issu vuln ran ok succ buil comp adde remo chan audi date fini chec all';

const LETTER_BITS = 5;
const KEY_MASK = 2 ** (4 * LETTER_BITS) - 1;
const SHORT_MASK = 2 ** (3 * LETTER_BITS) - 1;
const PAIR_MASK = 2 ** (2 * LETTER_BITS) - 1;
const SLOTS = 2 ** 15;

/** Where a key of four letters lies; two keys in one slot cost a second look and no more. */
const slotOf = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 17) & (SLOTS - 1);

const keyOf = (letters: string): number =>
  [...letters].reduce((key, letter) => (key << LETTER_BITS) | (letter.charCodeAt(0) & 31), 0);

function makeTables(): { readonly long: Uint8Array; readonly short: Uint8Array; readonly pair: Uint8Array } {
  const tables = {
    long: new Uint8Array(SLOTS),
    short: new Uint8Array(SHORT_MASK + 1),
    pair: new Uint8Array(PAIR_MASK + 1),
  };
  const add = (words: string, bit: number): void => {
    for (const word of words.split(' ')) {
      const key = keyOf(word.slice(0, 4));
      const table = word.length === 2 ? tables.pair : word.length === 3 ? tables.short : tables.long;
      const at = word.length > 3 ? slotOf(key) : key;
      table[at] = (table[at] ?? 0) | bit;
    }
  };
  add(TROUBLE_LETTERS, MAY_BE.trouble);
  add(SUMMARY_LETTERS, MAY_BE.summary);
  return tables;
}

const TABLES = makeTables();

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `EACCES`: three capitals of which the first is an E are a code, or a word in capitals. */
const endsCode = (text: string, at: number): boolean =>
  text.charCodeAt(at - 2) === 69 && isUpper(text.charCodeAt(at - 1)) && isUpper(text.charCodeAt(at));

/** Three digits behind a capital or a hyphen (`TS2322`, `ORA-00942`), or a status of 500 and above. */
function endsNumber(text: string, at: number): boolean {
  if (!isDigit(text.charCodeAt(at - 1)) || !isDigit(text.charCodeAt(at - 2))) return false;
  const before = text.charCodeAt(at - 3);
  return isUpper(before) || before === 45 || (before === 32 && text.charCodeAt(at - 2) === 53);
}

/** What a character that is no letter of ASCII may tell. */
function lookAtOther(text: string, at: number, code: number): number {
  if (code > 127) return MAY_BE.trouble | MAY_BE.summary;
  // pytest puts two blanks or more behind the E of an assertion.
  if (code === 32) return at > 0 && text.charCodeAt(at - 1) === 69 ? MAY_BE.trouble : 0;
  return isDigit(code) && at >= 3 && endsNumber(text, at) ? MAY_BE.trouble : 0;
}

/**
 * One pass over a line without an expression: bits of MAY_BE. A bit that is not set is certain. Codes (`E1101`, `ENOENT`,
 * ` 503 `) and every character beyond ASCII may be trouble.
 */
export function quickLook(text: string): number {
  const { long, short, pair } = TABLES;
  let found = 0;
  let key = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code | 32;
    if (letter >= 97 && letter <= 122 && code < 128) {
      key = ((key << LETTER_BITS) | (code & 31)) & KEY_MASK;
      found |= (long[slotOf(key)] ?? 0) | (short[key & SHORT_MASK] ?? 0) | (pair[key & PAIR_MASK] ?? 0);
      if (code < 97 && at >= 2 && endsCode(text, at)) found |= MAY_BE.trouble;
    } else {
      key = 0;
      found |= lookAtOther(text, at, code);
    }
  }
  return found;
}
