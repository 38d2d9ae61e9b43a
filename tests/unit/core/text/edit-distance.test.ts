import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '#core/text/edit-distance.ts';

it.each([
  ['same', 'same', 0],
  ['kuberntes', 'kubernetes', 1],
  ['teh', 'the', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('%s to %s takes %i', (a, b, distance) => {
  expect(editDistance(a, b, 5)).toBe(distance);
});

it('stops one above the limit', () => {
  expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
  expect(editDistance('a', 'abcdef', 2)).toBe(3);
});

it('is the same both ways, and 0 for equal words only', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(editDistance(a, b, 8)).toBe(editDistance(b, a, 8));
      expect(editDistance(a, b, 8) === 0).toBe(a === b);
    }),
  );
});
