import { describe, expect, it } from 'vitest';
import { isSolid, Terms } from '#core/text/terms.ts';

describe('the terms of a text', () => {
  it.each([
    ['running caches', 'run cach'],
    ['useEffect', 'useeffect us effect'],
    ['HTTPServer', 'httpserver http server'],
    ['max_retry_budget', 'maxretrybudget max retri budget'],
    ['kebab-case', 'kebab case'],
    ['a.b[0]', 'a b 0'],
    ['src/core/x.ts', 'src core x ts'],
    ['sha256', 'sha256 sha 256'],
    ['0xdeadBEEF', '0xdeadbeef 0xdead beef'],
    ['17.9.12', '17 9 12'],
    ['Café', 'cafe'],
    ['日本語', '日 本 語'],
    ['日本go', '日 本 go'],
    ['🚀', 'emoji1f680'],
    ['?! --', ''],
    ['', ''],
  ])('%j has %j', (text, expected) => {
    expect(new Terms().of(text)).toBe(expected);
  });

  it('are the same when words are looked at one by one', () => {
    const terms = new Terms();
    const text = 'The useEffect 日本 naïve_case';
    expect(
      terms
        .words(text)
        .map((word) => terms.ofWord(word))
        .join(' '),
    ).toBe(terms.of(text));
  });

  it('of a run of letters without end are those of its start', () => {
    expect(new Terms().of('a'.repeat(1_000)).length).toBeLessThanOrEqual(64);
  });
});

it.each([
  ['日', true],
  ['가', true],
  ['ไ', true],
  ['a', false],
  ['é', false],
])('%s is solid: %s', (character, expected) => {
  expect(isSolid(character)).toBe(expected);
});
