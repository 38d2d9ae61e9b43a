import { describe, expect, it } from 'vitest';
import { TermPlaces } from '../../../../../src/features/knowledge/search/term-places.ts';

const found = (text: string, ...terms: string[]): readonly (readonly [number, string])[] =>
  new TermPlaces(terms).lines(text).map(({ index, text: line }) => [index, line]);

describe('TermPlaces', () => {
  it('gives each line that can hold a term once, with its number, whole', () => {
    expect(found('one\ntwo connect connected\n\nthree\nRECONNECT', 'connect')).toEqual([
      [1, 'two connect connected'],
      [4, 'RECONNECT'],
    ]);
  });

  it('finds terms at both ends of a text, and on lines beside each other', () => {
    expect(found('pool\npool\n', 'pool')).toEqual([
      [0, 'pool'],
      [1, 'pool'],
    ]);
    expect(found('x\npool', 'pool')).toEqual([[1, 'pool']]);
    expect(found('', 'pool')).toEqual([]);
    expect(found('\n\n', 'pool')).toEqual([]);
  });

  it('finds a compound with underscores inside, and what stemming changed at the end', () => {
    expect(found('a\nmax_retries', 'maxretries', 'retri')).toEqual([[1, 'max_retries']]);
  });

  it('never passes over what is not ASCII', () => {
    expect(found('plain\nnaïve\nplain\n漢字', 'zzz')).toEqual([
      [1, 'naïve'],
      [3, '漢字'],
    ]);
  });

  it('starts anew for each text', () => {
    const places = new TermPlaces(['pool']);
    expect([places.isIn('the pool'), places.isIn('pool'), places.isIn('none')]).toEqual([true, true, false]);
    expect(places.lines('pool')).toHaveLength(1);
  });
});
