import { editDistance } from '#core/text/edit-distance.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import type { Query, QueryUnit } from './query.ts';
import { relatedTerms } from './related-words.ts';
import { termsOneEditAway } from './typing-errors.ts';

/** A word takes at most so many terms in its place. */
const MAX_FORMS = 12;
/** Shorter words are not corrected: too many others are one letter away. */
const MIN_CORRECTED = 4;

/** A shorter word is only looked for at the beginning of terms: inside of them it stands by chance. */
const MIN_INSIDE = 5;

export interface Expansion {
  readonly word: string;
  /** Terms of the index that are looked for in its place. */
  readonly terms: readonly string[];
}

export interface ExpandedQuery extends Query {
  /** Words that the index does not know, with what was taken for them; empty terms: nothing comes near. */
  readonly expansions: readonly Expansion[];
  /** Number of passages that hold each term of the units. */
  readonly counts: ReadonlyMap<string, number>;
}

const allowedEdits = (word: string): number => (word.length >= 8 ? 2 : 1);

/** Terms that are at most so many edits away, the nearest first. */
function within(terms: readonly string[], word: string, limit: number): readonly string[] {
  return terms
    .map((term) => ({ term, distance: editDistance(word, term, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term);
}

/** Terms of the index that resemble a word: two edits away, and one where `mistyped` knows no letters of it. */
function corrections(word: string, vocabulary: Vocabulary): readonly string[] {
  if (word.length < MIN_CORRECTED || /^\d+$/.test(word)) return [];
  const edits = allowedEdits(word);
  return within(vocabulary.resembling(word, edits), word, edits);
}

/** Terms that hold the word, the shortest first: they are the nearest to it. */
function holders(word: string, vocabulary: Vocabulary): readonly string[] {
  return vocabulary.containing(word).filter((term) => term.startsWith(word) || word.length >= MIN_INSIDE);
}

/** What to look for in place of a term that no passage holds. */
function replacements(word: string, term: string, vocabulary: Vocabulary): readonly string[] {
  const held = [
    ...new Set([...holders(word, vocabulary), ...(term === word ? [] : holders(term, vocabulary))]),
  ];
  if (held.length > 0) return known(held, vocabulary);
  const meant = known(mistyped(word, vocabulary), vocabulary);
  if (meant.length > 0) return meant;
  return known([...corrections(word, vocabulary), ...corrections(term, vocabulary)], vocabulary);
}

/** Terms of words that are one typing error away, wherever in the word it is. */
const mistyped = (word: string, vocabulary: Vocabulary): readonly string[] =>
  word.length < MIN_CORRECTED ? [] : vocabulary.indexed(termsOneEditAway(word));

/** Of these terms those that a passage holds, in their order, at most `MAX_FORMS`. */
function known(terms: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const all = [...new Set(terms)];
  const found: string[] = [];
  for (let at = 0; at < all.length && found.length < MAX_FORMS; at += MAX_FORMS) {
    const counts = vocabulary.countPassages(all.slice(at, at + MAX_FORMS));
    for (const [term, count] of counts) if (count > 0) found.push(term);
  }
  return found.slice(0, MAX_FORMS);
}

/** A vocabulary that counts each term once: candidates come up again and again while one question is looked at. */
function countingOnce(vocabulary: Vocabulary): Vocabulary {
  const counted = new Map<string, number>();
  return {
    ...vocabulary,
    countPassages(terms) {
      const fresh = terms.filter((term) => !counted.has(term));
      for (const [term, count] of vocabulary.countPassages(fresh)) counted.set(term, count);
      return new Map(terms.map((term) => [term, counted.get(term) ?? 0]));
    },
  };
}

const isKnown = (form: readonly string[], counts: ReadonlyMap<string, number>): boolean =>
  form.every((term) => (counts.get(term) ?? 0) > 0);

/**
 * Gives units that no passage can hold the terms that come nearest: those that contain the word (`useEff` in
 * `useEffect`), else those a typing error away. Known words are never changed.
 */
export function expandQuery(query: Query, store: Vocabulary): ExpandedQuery {
  const vocabulary = countingOnce(store);
  const asked = [...new Set(query.units.flatMap((unit) => unit.forms.flat()))];
  // Counted together, which is quicker than one by one; the words related to each are asked for below.
  vocabulary.countPassages([...asked, ...query.units.flatMap((unit) => relatedTerms(plainTerm(unit) ?? ''))]);
  const counts = new Map(vocabulary.countPassages(asked));
  const expansions: Expansion[] = [];
  const units = query.units.map((unit): QueryUnit => {
    const [whole = [], parts] = unit.forms;
    if (unit.isPhrase) return unit;
    if (isKnown(whole, counts)) return withRelated(unit, counts, vocabulary);
    const hasParts = parts !== undefined && isKnown(parts, counts);
    const terms = hasParts
      ? known(holders(unit.word, vocabulary), vocabulary)
      : replacements(unit.word, whole[0] ?? unit.word, vocabulary);
    if (!hasParts || terms.length > 0) expansions.push({ word: unit.word, terms });
    for (const [term, count] of vocabulary.countPassages(terms)) counts.set(term, count);
    const added = terms.map((term) => [term]);
    if (hasParts) return { ...unit, forms: [...unit.forms, ...added] };
    return { ...unit, forms: added.length > 0 ? added : partialForms(unit, counts) };
  });
  return { ...query, units, expansions, counts };
}

/** The term of a plain word; undefined for a phrase and for a compound. */
const plainTerm = ({ forms, isPhrase }: QueryUnit): string | undefined =>
  isPhrase || forms.length > 1 ? undefined : forms[0]?.[0];

/** A plain word with the words that others use for it, as far as the index knows them and the question has them not. */
function withRelated(unit: QueryUnit, counts: Map<string, number>, vocabulary: Vocabulary): QueryUnit {
  const term = plainTerm(unit);
  if (term === undefined) return unit;
  const others = vocabulary.countPassages(relatedTerms(term).filter((other) => !counts.has(other)));
  const related = [...others].filter(([, count]) => count > 0);
  if (related.length === 0) return unit;
  return { ...unit, related: related.map(([other, count]) => ({ term: other, count })) };
}

/** Of a compound of which only parts are known, those parts. */
function partialForms(unit: QueryUnit, counts: ReadonlyMap<string, number>): QueryUnit['forms'] {
  const found = unit.forms.flat().filter((term) => (counts.get(term) ?? 0) > 0);
  return found.length > 0 ? [[...new Set(found)]] : unit.forms;
}
