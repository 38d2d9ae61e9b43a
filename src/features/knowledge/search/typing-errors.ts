import { stem } from '#core/text/stem.ts';

/** Longer words are data; there would be thousands of variants. */
const MAX_CHARS = 32;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The words from which one typing error leads to this one: two letters swapped, one left out, added or replaced. */
function* oneEditAway(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    for (const letter of LETTERS) yield before + letter + here + after;
    if (here === '') return;
    yield before + after;
    if (after !== '') yield before + after.charAt(0) + here + after.slice(1);
    for (const letter of LETTERS) yield before + letter + after;
  }
}

/**
 * Terms of the words that may have been meant by this one, if it was mistyped once. The index holds stems only, and an
 * error near the end of a word hides the ending from the stemmer: so the error is undone first, and the stem taken then.
 * Empty for a word of other letters than a to z, which is no stem's, and for a very long one.
 */
export function termsOneEditAway(word: string): ReadonlySet<string> {
  const terms = new Set<string>();
  if (word.length > MAX_CHARS || !/^[a-z]+$/.test(word)) return terms;
  for (const other of oneEditAway(word)) terms.add(stem(other));
  terms.delete(stem(word));
  return terms;
}
