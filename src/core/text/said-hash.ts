import { shortHash } from './shorten.ts';

/** So much of a text tells it from others, in UTF-16 units. */
const HASHED = 100_000;

/** By which a prompt or an answer is known, however it is told: blanks are not always kept. */
export const saidHash = (text: string): string =>
  shortHash(text.slice(0, HASHED).replace(/\s+/g, ' ').trim());
