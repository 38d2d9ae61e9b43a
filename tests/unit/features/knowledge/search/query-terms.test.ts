import { expect, it } from 'vitest';
import { stem } from '#core/text/stem.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import { makeQueryTerms } from '#features/knowledge/search/query-terms.ts';
import { relatedTerms } from '#features/knowledge/search/related-words.ts';
import { wordGroups } from '#features/knowledge/search/word-groups.ts';

it('one word that is rare by chance weighs less than two that a tenth of the passages hold', () => {
  const query = parseQuery('odd proxy header');
  const counts = new Map([
    ['odd', 1],
    ['proxi', 30],
    ['header', 30],
  ]);
  const { units } = makeQueryTerms({ ...query, expansions: [], counts }, 300, 30);
  const [odd = 0, proxy = 0, header = 0] = units.map(({ weight }) => weight);
  expect(odd).toBeGreaterThan(proxy);
  expect(odd).toBeLessThan(proxy + header);
});

it('words are related both ways, by their terms, and never to themselves', () => {
  expect(relatedTerms(stem('symlink'))).toContain(stem('shortcut'));
  expect(relatedTerms(stem('shortcuts'))).toContain(stem('symlink'));
  expect(relatedTerms(stem('symlink'))).not.toContain(stem('symlink'));
  expect(relatedTerms('lantern')).toEqual([]);
});

it('every group of related words holds two terms or more', () => {
  const alone = wordGroups().filter((group) => new Set(group.map(stem)).size < 2);
  expect(alone).toEqual([]);
});
