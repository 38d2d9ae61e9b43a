import { digestText } from '#features/governor/digest.ts';
import { shapeOf } from '#features/governor/shapes/index.ts';
import { takeSample } from '#features/governor/shapes/sample.ts';
import { bufferSource } from '#features/governor/text/byte-source.ts';

const WORDS = 'ledger refund cart order invoice parcel quote tariff depot coupon supplier voucher'.split(' ');

/** The same numbers for the same seed. */
export function seeded(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const int = (below: number, from = 0): number => from + Math.floor(next() * (below - from));
  const pick = <T>(all: readonly T[]): T => all[int(all.length)] as T;
  const words = (count: number): string => Array.from({ length: count }, () => pick(WORDS)).join(' ');
  const hex = (length: number): string => Array.from({ length }, () => int(16).toString(16)).join('');
  return { next, int, pick, words, hex };
}

/** What is left of the budget of an answer for its digest. */
export const MAX_BYTES = 3_700;

export const digestOf = (text: string): string => digestText(text, { maxBytes: MAX_BYTES }).text;

/** Name of the shape that takes a text. */
export const shapeName = (text: string): string | undefined =>
  shapeOf(takeSample(bufferSource(Buffer.from(text))))?.name;
