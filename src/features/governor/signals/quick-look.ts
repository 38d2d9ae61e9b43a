import { ALL_HINTS, HINT, HINT_LETTERS } from './hints.ts';
import { CLASSES, makeAutomaton, SPACE_CLASS } from './letter-automaton.ts';

/** What a quick look at a line says may be in it; the expressions then say whether it is. */
export const MAY_BE = {
  trouble: ALL_HINTS & ~HINT.summary & ~HINT.built,
  summary: HINT.summary,
  goPlace: HINT.goPlace,
} as const;

function hintsByLetters(): ReadonlyMap<string, number> {
  const hints = new Map<string, number>();
  for (const [hint, letters] of HINT_LETTERS)
    for (const each of letters) hints.set(each, (hints.get(each) ?? 0) | hint);
  return hints;
}

const { next: NEXT, bits: BITS, shift: SHIFT } = makeAutomaton(hintsByLetters(), HINT);

const LAST_ASCII = 0x7f;

/**
 * One pass over a line without an expression: bits of HINT. A bit that is not set is certain. Bytes, since places in a
 * slice of a text are dear.
 * @param to the place behind the line
 */
export function quickLook(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  let state = 0;
  for (let at = from; at < to; at += 1) {
    state = NEXT[state + (CLASSES[bytes[at] ?? 0] ?? 0)] ?? 0;
    found |= BITS[state >> SHIFT] ?? 0;
  }
  return found | (BITS[(NEXT[state + SPACE_CLASS] ?? 0) >> SHIFT] ?? 0);
}

/** The same for a text that is not at hand as bytes. */
export function quickLookAt(text: string): number {
  let found = 0;
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return quickLookBeyond(text);
    state = NEXT[state + (CLASSES[code] ?? 0)] ?? 0;
    found |= BITS[state >> SHIFT] ?? 0;
  }
  return found | (BITS[(NEXT[state + SPACE_CLASS] ?? 0) >> SHIFT] ?? 0);
}

function quickLookBeyond(text: string): number {
  const bytes = Buffer.from(text);
  return quickLook(bytes, 0, bytes.length);
}
