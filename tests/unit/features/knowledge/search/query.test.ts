import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Terms } from '#core/text/terms.ts';
import { expandQuery } from '#features/knowledge/search/expand-query.ts';
import { findCandidates } from '#features/knowledge/search/find-candidates.ts';
import { matchExpression, parseQuery } from '#features/knowledge/search/query.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { testStore } from '../../../../helpers/store/fixtures.ts';

const TEXTS = [
  'the useEffect hook',
  'café and naïve crème',
  'AND OR NOT NEAR title body',
  'release 17.9.12 of foo->bar in C++',
  'a.b[0] and max_retry_budget',
  '日本語の検索',
];

/** A store whose passages are `TEXTS`, and which of them a question finds, counted from 1. */
function openSearch() {
  const database = testStore();
  const store = createKnowledgeStore(database);
  const vocabulary = createVocabulary(database);
  const terms = new Terms();
  database.write((connection) => {
    connection.exec(`INSERT INTO sources (id, label, kind, origin, bytes, lines, hash, state, created_ms, used_ms)
      VALUES (1, 'text', 'doc', 'stored', 0, 0, '', 'ready', 0, 0)`);
    const chunk = connection.prepare(
      "INSERT INTO chunks (id, source_id, title, start_byte, end_byte, start_line, end_line) VALUES (?, 1, '', 0, 0, 1, 1)",
    );
    const index = connection.prepare(
      "INSERT INTO chunk_index (rowid, path, title, body) VALUES (?, '', '', ?)",
    );
    TEXTS.forEach((text, i) => {
      chunk.run(i + 1);
      index.run(i + 1, terms.of(text));
    });
  });
  vocabulary.takeIn('');
  const find = (question: string, wanted: 'all' | 'any'): readonly number[] => {
    const query = parseQuery(question);
    if (query.units.length === 0) return [];
    return store
      .findPassages(matchExpression(query, wanted), {}, 10)
      .map(({ id }) => id)
      .toSorted();
  };
  const candidates = (question: string): readonly number[] => {
    const query = parseQuery(question);
    return query.units.length === 0
      ? []
      : findCandidates(store, expandQuery(query, vocabulary), {}).map(({ chunkId }) => chunkId);
  };
  return { find, candidates };
}

const syntax = fc.constantFrom(
  ...`" ' ( ) * ^ : + - { } -" -a AND OR NOT NEAR( a title: a.b 日 日本 \u0000`.split(' '),
);
const questions = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(syntax, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
    .map((parts) => parts.join(' ')),
  fc.array(syntax, { maxLength: 12 }).map((parts) => parts.join('')),
);

describe('FTS5', () => {
  it('takes the expressions of any question', () => {
    const { find, candidates } = openSearch();
    fc.assert(
      fc.property(questions, (question) => {
        expect(() => [find(question, 'all'), find(question, 'any'), candidates(question)]).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a NUL', 'use\u0000Effect'],
    ['a lone surrogate', 'a\ud800b'],
    ['combining marks only', '\u0301\u0301'],
    ['digits of another script', '٣٤'],
    ['hundreds of words', Array.from({ length: 300 }, (_, i) => `w${i}x`).join(' ')],
    ['a word of a megabyte', 'a'.repeat(1_000_000)],
    ['operators', '"unclosed AND (NOT * NEAR/2 title: -x'],
  ])('takes %s', (_name, question) => {
    const { find, candidates } = openSearch();
    expect(() => [find(question, 'all'), find(question, 'any'), candidates(question)]).not.toThrow();
  });

  it.each([
    ['useEffect', [1]],
    ['use_effect', [1]],
    ['effects', [1]],
    ['CAFÉ naive', [2]],
    ['AND NOT', [3]],
    ['"17.9.12"', [4]],
    ['"9.17"', []],
    ['foo->bar', [4]],
    ['C++', [4]],
    ['a.b[0]', [5]],
    ['maxRetryBudget', [5]],
    ['retry', [5]],
    ['検索', [6]],
    ['語', [6]],
    ['本日', []],
    ['useEffect nowhere', []],
    ['title -near', []],
  ])('all of %j is in %j', (question, passages) => {
    expect(openSearch().find(question, 'all')).toEqual(passages);
  });

  it('any word is enough when any is asked for', () => {
    expect(openSearch().find('useEffect crème nowhere', 'any')).toEqual([1, 2]);
  });

  it.each([
    ['part of a name', 'useEff', 1],
    ['a typing error', 'relaese', 4],
    ['swapped letters', 'buget', 5],
  ])('%s is found: %s', (_name, question, passage) => {
    expect(openSearch().candidates(question)).toEqual([passage]);
  });
});

it.each([
  ['How do I use the Cache', ['use', 'cache']],
  ['what is it', ['what', 'is', 'it']],
  ['Foo bar foo', ['foo', 'bar']],
  ['"exit code" 137', ['exit code', '137']],
  ['?! "" --', []],
  ['', []],
])('the words of %j are %j', (question, words) => {
  expect(parseQuery(question).units.map(({ word }) => word)).toEqual(words);
});

it.each([
  ['cache -redis', ['redis']],
  ['cache -"no store"', ['no store']],
  ['error -1', []],
  ['--flag', []],
])('%j leaves out %j', (question, words) => {
  expect(parseQuery(question).excluded.map(({ word }) => word)).toEqual(words);
});
