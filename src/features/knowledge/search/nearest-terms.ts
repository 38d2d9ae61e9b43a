import { editDistance } from '#core/text/edit-distance.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import { parseQuery } from './query.ts';

/** Shorter words are near to almost anything, longer ones are no words. */
const WORD_CHARS = { min: 3, max: 40 };
/** A question without end is as good as its first words. */
const MAX_WORDS = 5;
const MAX_TERMS = 100;
/** Terms named per word. */
const PER_WORD = 3;

/**
 * For a question that found nothing: terms of the index that come nearest to its unknown words, up to half of whose letters
 * differ. Looser than what a search takes for a word, since these are only named. Empty when nothing comes near.
 */
export function nearestTerms(question: string, vocabulary: Vocabulary): readonly string[] {
  const terms = parseQuery(question)
    .units.filter(({ isPhrase }) => !isPhrase)
    .flatMap(({ forms }) => forms[0]?.[0] ?? [])
    .filter(({ length }) => length >= WORD_CHARS.min && length <= WORD_CHARS.max)
    .slice(0, MAX_TERMS);
  const known = vocabulary.countPassages(terms);
  const unknown = terms.filter((term) => (known.get(term) ?? 0) === 0).slice(0, MAX_WORDS);
  return [...new Set(unknown.flatMap((term) => nearTo(term, vocabulary)))];
}

function nearTo(term: string, vocabulary: Vocabulary): readonly string[] {
  const limit = Math.max(2, Math.floor(term.length / 2));
  const near = vocabulary
    .resembling(term, limit)
    .map((other) => ({ other, distance: editDistance(term, other, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .map(({ other }) => other);
  const counts = vocabulary.countPassages(near);
  return near.filter((other) => (counts.get(other) ?? 0) > 0).slice(0, PER_WORD);
}
