import { editDistance } from './edit-distance.ts';

/** More letters than this that differ are another name. */
const MAX_LETTERS = 3;

/** A name that is written otherwise in other programs, or is a part of a known one, is near, too. */
function lettersBetween(given: string, known: string): number {
  const [a, b] = [given.toLowerCase(), known.toLowerCase()];
  const limit = Math.min(MAX_LETTERS, Math.floor(b.length / 2));
  const letters = editDistance(a, b, limit);
  if (letters <= limit) return letters;
  const isPart = a.length > 2 && (b.startsWith(a) || b.endsWith(`.${a}`));
  return isPart ? MAX_LETTERS : Number.POSITIVE_INFINITY;
}

/** What somebody who typed this name most likely meant; undefined when no name comes near. The first of equals. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const letters = lettersBetween(given, name);
    if (letters < least) [nearest, least] = [name, letters];
  }
  return nearest;
}

/** "did you mean …?" where a name comes near, else all names there are, behind `rest`. */
export function namesFor(given: string, known: readonly string[], rest: string): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? `${rest} ${known.join(', ')}.` : `did you mean ${nearest}?`;
}
