import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, characterStart, sliceWhole, takeBytes } from '#core/text/bytes.ts';

const texts = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '€', '😀', 'e\u0301', '\u0000', '한') });
const limits = fc.integer({ min: -2, max: 60 });

describe.each([['takeBytes', takeBytes, (text: string, part: string) => text.startsWith(part)]] as const)(
  '%s',
  (_name, take, isPartOf) => {
    it('gives a part of the text within the limit, cuts no character, and changes nothing the second time', () => {
      fc.assert(
        fc.property(texts, limits, (text, limit) => {
          const part = take(text, limit);
          expect(byteLength(part)).toBeLessThanOrEqual(Math.max(0, limit));
          expect(isPartOf(text, part)).toBe(true);
          expect(part).not.toContain('\uFFFD');
          expect(take(part, limit)).toBe(part);
        }),
      );
    });

    it('wastes at most the three bytes that a cut character would need', () => {
      fc.assert(
        fc.property(texts, fc.nat(60), (text, limit) => {
          const missing = Math.min(limit, byteLength(text)) - byteLength(take(text, limit));
          expect(missing).toBeLessThan(4);
        }),
      );
    });

    it('takes a text with a lone surrogate for what is written of it', () => {
      expect(byteLength(take('\ud83d'.repeat(10), 9))).toBe(9);
    });
  },
);

it('a slice holds whole characters only', () => {
  fc.assert(
    fc.property(texts, fc.nat(20), fc.nat(20), (text, from, to) => {
      const part = sliceWhole(text, from, to);
      expect(part).not.toMatch(/\p{Surrogate}/u);
      expect(text.slice(from, to)).toContain(part);
    }),
  );
});

it('counts a lone surrogate as the three bytes of U+FFFD', () => {
  expect(byteLength('\ud800')).toBe(3);
});

it.each([
  ['a€b', 0, 0],
  ['a€b', 1, 1],
  ['a€b', 2, 1],
  ['a€b', 3, 1],
  ['a€b', 4, 4],
  ['a€b', 99, 5],
  ['😀', 3, 0],
])('in %j the character at byte %d starts at %d', (text, offset, start) => {
  expect(characterStart(Buffer.from(text), offset)).toBe(start);
});

it('goes back three bytes at most, so that bytes that are no UTF-8 can be cut too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(40), (bytes, offset) => {
      const start = characterStart(bytes, offset);
      const end = Math.min(offset, bytes.length);
      expect(end - start).toBeLessThanOrEqual(3);
      expect(start).toBeLessThanOrEqual(end);
    }),
  );
  expect(characterStart(Buffer.alloc(9000, 0x80), 4096)).toBe(4096);
});
