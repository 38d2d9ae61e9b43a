import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteTerms } from '#core/text/byte-terms.ts';
import { Terms } from '#core/text/terms.ts';

const text = (terms: Uint8Array): string => Buffer.from(terms).toString();

const both = (content: string): readonly [string, string] => {
  const bytes = Buffer.from(content);
  return [text(new ByteTerms(new Terms()).of(bytes, 0, bytes.length)), new Terms().of(content)];
};

it('gives the terms that the text gives', () => {
  for (const content of [
    '',
    ' .-+ ',
    'useEffect(() => HTTPServer2, [a_b])',
    `${'x'.repeat(65)} ${'QUJD'.repeat(50)}`,
    'Grüße an die 世界, naïve café — ok…',
    'ｆｕｌｌ width, ﬁne, Å',
    '__init__ _ a__b 0x1F 12.5',
  ]) {
    const [fromBytes, fromText] = both(content);
    expect(fromBytes).toBe(fromText);
  }
});

it('tells a part from the same word that stands alone', () => {
  for (const content of ['myUtf8 utf8', 'utf8 myUtf8', 'rerunTests tests Tests rerun', '_tests tests_']) {
    const [fromBytes, fromText] = both(content);
    expect(fromBytes).toBe(fromText);
  }
});

it('keeps the terms that it gave before', () => {
  const terms = new ByteTerms(new Terms());
  const bytes = Buffer.from('alpha beta gamma');
  const first = terms.of(bytes, 0, 5);
  for (let n = 0; n < 20_000; n += 1) terms.of(bytes, 0, bytes.length);
  expect(text(first)).toBe('alpha');
});

it('gives them for any text, also for the same words again and for a part of the bytes', () => {
  const bytesTerms = new ByteTerms(new Terms());
  const words = fc.array(
    fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('aB', 'É', '_')),
  );
  fc.assert(
    fc.property(words, (parts) => {
      const content = parts.join(' ');
      const bytes = Buffer.from(`é${content}é`);
      expect(text(bytesTerms.of(bytes, 2, bytes.length - 2))).toBe(new Terms().of(content));
    }),
  );
});

it('starts anew when it knows too many words, and is still right', () => {
  const bytesTerms = new ByteTerms(new Terms());
  const terms = new Terms();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 40_000; n += 1_000) {
      const content = Array.from(
        { length: 1_000 },
        (_, i) => `w${((n + i) * 7919).toString(36)}Q${round}`,
      ).join(' ');
      const bytes = Buffer.from(content);
      expect(text(bytesTerms.of(bytes, 0, bytes.length))).toBe(terms.of(content));
    }
  }
});
