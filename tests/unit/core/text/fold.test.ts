import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold, isAscii } from '#core/text/fold.ts';

it.each([
  ['HTTP', 'http'],
  ['Crème Brûlée', 'creme brulee'],
  ['ﬁle ①', 'file 1'],
  ['Ｆｕｌｌ', 'full'],
  ['Straße', 'strasse'],
  ['İSTANBUL ısı', 'istanbul isi'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['가나다', '가나다'],
  ['が', 'が'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(fold(text)).toBe(expected);
});

it('folding twice changes nothing more in ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(isAscii(text)).toBe(true);
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});
