import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expandQuery } from '#features/knowledge/search/expand-query.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { testStore } from '../../../../helpers/store/fixtures.ts';

const WORDS = ['kubernet', 'postgrx', 'bananaboat', 'zodoxkilm', 'pneumonoultramicroscop', 'grunkohlsalat'];

/** The vocabulary of a store with one passage that holds these terms. */
function vocabularyOf(terms: readonly string[]) {
  const database = testStore();
  database.write((connection) =>
    connection
      .prepare("INSERT INTO chunk_index (rowid, path, title, body) VALUES (1, '', '', ?)")
      .run(terms.join(' ')),
  );
  const vocabulary = createVocabulary(database);
  vocabulary.takeIn('');
  return vocabulary;
}

const EDITS: Readonly<Record<string, (word: string, at: number) => string>> = {
  drop: (word, at) => word.slice(0, at) + word.slice(at + 1),
  insert: (word, at) => `${word.slice(0, at)}q${word.slice(at)}`,
  change: (word, at) => `${word.slice(0, at)}q${word.slice(at + 1)}`,
  swap: (word, at) =>
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(Math.min(at + 2, word.length)),
};

it('takes the term that is one edit away, wherever the edit is', () => {
  const vocabulary = vocabularyOf(WORDS);
  const edited = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...Object.keys(EDITS)), fc.nat(30));
  fc.assert(
    fc.property(edited, ([word, edit, place]) => {
      const asked = EDITS[edit]?.(word, place % (word.length - 1)) ?? '';
      const query = expandQuery(parseQuery(asked), vocabulary);
      expect([...query.expansions.flatMap(({ terms }) => terms), asked]).toContain(word);
    }),
    { numRuns: 500 },
  );
});

it('a term two edits away is taken only where none is nearer', () => {
  const taken = (terms: readonly string[]) =>
    expandQuery(parseQuery('zodoxkqlm'), vocabularyOf(terms)).expansions;
  expect(taken(['zodoxkilm', 'zodoxzilm'])).toEqual([{ word: 'zodoxkqlm', terms: ['zodoxkilm'] }]);
  expect(taken(['zodoxzilm'])).toEqual([{ word: 'zodoxkqlm', terms: ['zodoxzilm'] }]);
});

it('counts of frequent terms follow the passages that come and go elsewhere', () => {
  const database = testStore();
  const add = (from: number) =>
    database.write((connection) => {
      for (let id = from; id < from + 600; id += 1) {
        connection
          .prepare("INSERT INTO chunk_index (rowid, path, title, body) VALUES (?, '', '', 'common')")
          .run(id);
      }
      connection
        .prepare(
          "INSERT OR IGNORE INTO sources (id, label, kind, origin, bytes, lines, hash, state, created_ms, used_ms) VALUES (1, 'a', 'doc', 'stored', 0, 0, '', 'ready', 0, 0)",
        )
        .run();
      connection
        .prepare(
          "INSERT INTO chunks (id, source_id, title, start_byte, end_byte, start_line, end_line) VALUES (?, 1, '', 0, 0, 1, 1)",
        )
        .run(from + 599);
    });
  const vocabulary = createVocabulary(database);
  add(1);
  expect(vocabulary.countPassages(['common', 'none'])).toEqual(
    new Map([
      ['common', 600],
      ['none', 0],
    ]),
  );
  add(1_000);
  expect(vocabulary.countPassages(['common']).get('common')).toBe(1_200);
});
