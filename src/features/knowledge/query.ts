import { compoundParts } from '#core/text/identifiers.ts';

/** Words that a question needs and an answer does not hold more than any other text. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from how i if in is it its me my of on or that the this to was what when where which who why with you'.split(
    ' ',
  ),
);

/**
 * Words of a question, in order, each once, in their own case; what no tokenizer keeps is dropped, and stop words are,
 * unless there is nothing else. Empty: nothing to look for.
 */
export function queryTerms(query: string): readonly string[] {
  const words = [...new Set(query.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])];
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** A term in FTS5's syntax: quoted, so that no character of it is an operator; a compound also by its parts. */
function termExpression(term: string): string {
  const parts = compoundParts(term);
  return parts === '' ? `"${term}"` : `("${term}" OR "${parts}")`;
}

/** FTS5 expression that wants all terms, or any of them. */
export const matchExpression = (terms: readonly string[], wanted: 'all' | 'any'): string =>
  terms.map(termExpression).join(wanted === 'all' ? ' AND ' : ' OR ');
