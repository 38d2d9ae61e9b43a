import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchExpression, queryTerms } from '#features/knowledge/query.ts';
import { CHUNK_INDEX_SQL } from '#storage/chunk-index.ts';
import type { Connection } from '#storage/driver.ts';
import { testDriver } from '../../../helpers/store/fixtures.ts';

let connection: Connection;

beforeAll(() => {
  connection = testDriver().open(':memory:');
  connection.exec(CHUNK_INDEX_SQL);
  const insert = connection.prepare('INSERT INTO chunk_index (rowid, title, body) VALUES (?, ?, ?)');
  insert.run(1, 'hooks', 'the useEffect hook\nuse Effect');
  insert.run(2, 'kafe', 'café and naïve crème');
  insert.run(3, 'operators', 'AND OR NOT NEAR title body');
});
afterAll(() => connection.close());

const search = (query: string, wanted: 'all' | 'any' = 'all'): readonly number[] => {
  const terms = queryTerms(query);
  if (terms.length === 0) return [];
  return connection
    .prepare('SELECT rowid FROM chunk_index WHERE chunk_index MATCH ? ORDER BY rowid')
    .all(matchExpression(terms, wanted))
    .map((row) => Number(row.rowid));
};

const syntax = fc.constantFrom(
  '"',
  "'",
  '(',
  ')',
  '*',
  '^',
  ':',
  '+',
  '-',
  '{',
  '}',
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  'a',
);
const queries = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(syntax, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
    .map((parts) => parts.join(' ')),
  fc.array(syntax, { maxLength: 12 }).map((parts) => parts.join('')),
);

describe('FTS5', () => {
  it('takes the expression of any question', () => {
    fc.assert(
      fc.property(queries, fc.constantFrom('all', 'any'), (query, wanted) => {
        expect(() => search(query, wanted)).not.toThrow();
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    ['a NUL', 'use\u0000Effect'],
    ['a lone surrogate', 'a\ud800b'],
    ['combining marks only', '\u0301\u0301'],
    ['digits of another script', '٣٤'],
    ['thousands of words', Array.from({ length: 3000 }, (_, i) => `w${i}x`).join(' ')],
    ['a word of a megabyte', 'a'.repeat(1_000_000)],
    ['operators', '"unclosed AND (NOT * NEAR/2 title: -x'],
  ])('takes %s', (_name, query) => {
    expect(() => [search(query, 'all'), search(query, 'any')]).not.toThrow();
  });

  it.each([
    ['useEffect', [1]],
    ['effect', [1]],
    ['hooks', [1]],
    ['cafe naive', [2]],
    ['CAFÉ', [2]],
    ['AND NOT', [3]],
    ['NEAR', [3]],
    ['useEffect nowhere', []],
  ])('%j finds %j', (query, rows) => {
    expect(search(query)).toEqual(rows);
  });

  it('any word is enough when any is asked for', () => {
    expect(search('useEffect crème nowhere', 'any')).toEqual([1, 2]);
  });
});

it.each([
  ['Foo bar foo', ['Foo', 'bar', 'foo']],
  ['x.b/c_d-e', ['x', 'b', 'c', 'd', 'e']],
  ['How do I use the Cache', ['use', 'Cache']],
  ['to be or not to be', ['not']],
  ['what is it', ['what', 'is', 'it']],
  ['ﬁle ①', ['file', '1']],
  ['?! "" --', []],
  ['', []],
])('the words of %j are %j', (query, terms) => {
  expect(queryTerms(query)).toEqual(terms);
});

it.each([
  [['a', 'b'], 'all', '"a" AND "b"'],
  [['a', 'b'], 'any', '"a" OR "b"'],
  [['useEffect'], 'all', '("useEffect" OR "use Effect")'],
] as const)('%j, %s wanted, is %s', (terms, wanted, expression) => {
  expect(matchExpression(terms, wanted)).toBe(expression);
});
