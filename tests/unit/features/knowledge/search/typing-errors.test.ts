import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Terms } from '#core/text/terms.ts';
import { expandQuery } from '#features/knowledge/search/expand-query.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { testStore } from '../../../../helpers/store/fixtures.ts';

/** Common words of more than six letters, with endings that a stemmer takes off and without. */
const WORDS =
  `configuration authentication dependency repository permission environment certificate performance
  connection transaction validation documentation compression initialization serializer available recursive temporary
  directory execution kubernetes migrations databases responses handlers completely retrying threshold generated
  undefined`.split(/\s+/);

/** A vocabulary of these words, each in a passage of its own. */
function vocabularyOf(words: readonly string[]) {
  const database = testStore();
  const vocabulary = createVocabulary(database);
  const terms = new Terms();
  database.write((connection) => {
    const index = connection.prepare(
      "INSERT INTO chunk_index (rowid, path, title, body) VALUES (?, '', '', ?)",
    );
    for (const [i, word] of words.entries()) index.run(i + 1, terms.of(word));
  });
  vocabulary.takeIn('');
  return vocabulary;
}

type Edit = 'swap' | 'drop' | 'insert' | 'replace';
const EDITS: readonly Edit[] = ['swap', 'drop', 'insert', 'replace'];

/** The word with one typing error at a position; undefined where this leaves it as it is. */
function mistyped(word: string, edit: Edit, at: number, letter: string): string | undefined {
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const typed = {
    swap: before + after.charAt(0) + here + after.slice(1),
    drop: before + after,
    insert: before + letter + here + after,
    replace: before + letter + after,
  }[edit];
  return typed === word ? undefined : typed;
}

/** Whether a question of this one word is taken for the right one. */
function finds(vocabulary: ReturnType<typeof vocabularyOf>, typed: string, word: string): boolean {
  const term = new Terms().of(word);
  const [unit] = expandQuery(parseQuery(typed), vocabulary).units;
  return unit?.forms.some((form) => form.includes(term)) ?? false;
}

describe('a typing error', () => {
  it.each([
    ['configuratoin', 'configuration'],
    ['authenticatoin', 'authentication'],
    ['avialable', 'available'],
  ])('%s is taken for %s', (typed, word) => {
    expect(finds(vocabularyOf(WORDS), typed, word)).toBe(true);
  });

  it.each(EDITS)('%s at any place of a word behind its first letter is seen through', (edit) => {
    const vocabulary = vocabularyOf(WORDS);
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const cases = fc.sample(fc.array(letters, { minLength: 30, maxLength: 30 }), { numRuns: 30, seed: 7 });
    const missed: string[] = [];
    let count = 0;
    WORDS.forEach((word, n) => {
      const last = edit === 'insert' ? word.length : edit === 'swap' ? word.length - 2 : word.length - 1;
      for (let at = 1; at <= last; at += 1) {
        const typed = mistyped(word, edit, at, cases[n]?.[at] ?? 'q');
        if (typed === undefined) continue;
        count += 1;
        if (!finds(vocabulary, typed, word)) missed.push(typed);
      }
    });
    expect(count).toBeGreaterThan(200);
    expect(missed.length / count).toBeLessThanOrEqual(0.05);
  });
});
