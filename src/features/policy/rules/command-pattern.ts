import { matchesWildcard } from './wildcard.ts';

/**
 * Whether a Bash specifier is about this command text. `x:*` at the end is `x *`; a blank and a star at the end are also
 * about the bare command; without a star the text has to be the very same.
 */
export function matchesCommand(specifier: string, text: string): boolean {
  const pattern = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier;
  if (!pattern.includes('*')) return pattern === text;
  if (pattern.endsWith(' *') && matchesWildcard(pattern.slice(0, -2), text)) return true;
  return matchesWildcard(pattern, text);
}

/** No star: the specifier is about one text only. */
export const isExact = (specifier: string): boolean => !/(?<!\\)\*/.test(specifier);
