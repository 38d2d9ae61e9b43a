import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compoundParts } from '#core/text/identifiers.ts';

it.each([
  ['useEffect', 'use Effect'],
  ['HTTPServer', 'HTTP Server'],
  ['getHTTPResponse', 'get HTTP Response'],
  ['utf8Text', 'utf 8 Text'],
  ['sha256', 'sha 256'],
  ['3rd', '3 rd'],
  ['éléphantRose', 'éléphant Rose'],
  ['call useEffect(); useEffect again', 'use Effect'],
  ['fooBar bazQux', 'foo Bar baz Qux'],
  ['snake_case kebab-case dotted.name /a/path', ''],
  ['plain words', ''],
  ['URL', ''],
  ['', ''],
])('%j has the parts %j', (text, parts) => {
  expect(compoundParts(text)).toBe(parts);
});

it('takes a hash or base64 text for no word', () => {
  expect(compoundParts('aB3'.repeat(40))).toBe('');
});

it('the parts of a word put together are the word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9]{1,40}$/), (word) => {
      const parts = compoundParts(word);
      expect(parts === '' ? word : parts.replaceAll(' ', '')).toBe(word);
    }),
  );
});

it('a megabyte without any seam takes no time', () => {
  const startMs = performance.now();
  expect(compoundParts('a'.repeat(1_000_000))).toBe('');
  expect(compoundParts('A'.repeat(1_000_000))).toBe('');
  expect(performance.now() - startMs).toBeLessThan(2000);
});
