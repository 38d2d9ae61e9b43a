import { CLASSES, makeAutomaton, SPACE_CLASS } from './letter-automaton.ts';

/** What a quick look at a line says may be in it; the expressions then say whether it is. */
export const MAY_BE = { trouble: 1, summary: 2, goPlace: 4 } as const;

/** Letters that lines of trouble hold, by their first four (of shorter words all letters). */
const TROUBLE_LETTERS =
  'err fail fata pani exce crit kill abor unha unca deni refu reje unre unde cann can coul unab exis warn depr cras leve seve lvl ckof evic unme oomk';
/** More of them, where so few letters stand in many words that tell of none: `route`, `runtime`, `notes`, `confirmed`. */
const TROUBLE_PHRASES = [
  ...['out of m', 'timed out', 'timeout', 'time-out', 'no such', 'zero e', 'lost: ', 'bus e', 'segf', 'segm'],
  ...['not f', 'not o', 'not d', 'not a', 'not c', 'not p', 'not i', 'not s', 'notr'],
  ...['sigs', 'sigk', 'siga', 'sigb', 'sigi', 'sigf', 'confl', 'conditio', 'traceb', 'dumped'],
  ...['invali', 'missin', 'unexpec', 'exit ', 'exit:', 'exited', 'returned'],
];
const SUMMARY_LETTERS =
  'pass fail test suit snap asse exam erro warn skip tota pend prob issu vuln ran ok succ buil comp adde remo chan audi date fini chec all';

/** Not of letters alone: `can't`, and a place in a file of Go. */
const CANNOT = "an't";
const GO_PLACE = '.go:';
const ALL = MAY_BE.trouble | MAY_BE.summary | MAY_BE.goPlace;
const LOOKED_LETTERS = 4;

function wordsByLetters(): ReadonlyMap<string, number> {
  const words = new Map<string, number>([
    [CANNOT, MAY_BE.trouble],
    [GO_PLACE, MAY_BE.goPlace | MAY_BE.trouble],
  ]);
  const add = (letters: string, bit: number): void => {
    for (const word of letters.split(' ')) {
      const start = word.slice(0, LOOKED_LETTERS);
      words.set(start, (words.get(start) ?? 0) | bit);
    }
  };
  for (const phrase of TROUBLE_PHRASES) words.set(phrase, MAY_BE.trouble);
  add(TROUBLE_LETTERS, MAY_BE.trouble);
  add(SUMMARY_LETTERS, MAY_BE.summary);
  return words;
}

const { next: NEXT, bits: BITS, shift: SHIFT } = makeAutomaton(wordsByLetters(), MAY_BE.trouble);

/**
 * One pass over a line without an expression: bits of MAY_BE. A bit that is not set is certain. Codes (`E1101`, `ENOENT`,
 * ` 503 `) and signs (`✗`) may be trouble. Bytes, since places in a slice of a text are dear.
 * @param to the place behind the line
 */
export function quickLook(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  let state = 0;
  for (let at = from; at < to; at += 1) {
    state = NEXT[state + (CLASSES[bytes[at] ?? 0] ?? 0)] ?? 0;
    const bits = BITS[state >> SHIFT] ?? 0;
    if (bits === 0) continue;
    found |= bits;
    if (found === ALL) return ALL;
  }
  return found | (BITS[(NEXT[state + SPACE_CLASS] ?? 0) >> SHIFT] ?? 0);
}
