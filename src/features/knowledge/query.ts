import { compoundParts } from '#core/text/identifiers.ts';

/** Words of a question, in order, each once, lower case; what no tokenizer keeps is dropped. Empty: nothing to look for. */
export function queryTerms(query: string): readonly string[] {
  const words = query.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words)];
}

/** A term in FTS5's syntax: quoted, so that no character of it is an operator; a compound also by its parts. */
function termExpression(term: string): string {
  const parts = compoundParts(term);
  return parts === '' ? `"${term}"` : `("${term}" OR "${parts}")`;
}

/** FTS5 expression that wants all terms, or any of them. */
export const matchExpression = (terms: readonly string[], wanted: 'all' | 'any'): string =>
  terms.map(termExpression).join(wanted === 'all' ? ' AND ' : ' OR ');
