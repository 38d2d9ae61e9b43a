import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SecretValue, ValueRedactor } from '#core/text/redact-values.ts';
import { cutInPieces } from '../../../helpers/pieces.ts';

function redact(secrets: readonly SecretValue[], pieces: readonly (string | Uint8Array)[]) {
  const redactor = new ValueRedactor(secrets);
  const out = pieces.map((piece) => redactor.push(Buffer.from(piece as string)));
  return { text: Buffer.concat([...out, redactor.end()]).toString(), count: redactor.count };
}

const SECRETS = [
  { value: 'hunter-2-hunter', mark: '[A]' },
  { value: 'hunter-2', mark: '[B]' },
  { value: '€uro-€uro', mark: '[C]' },
  { value: 'line one\nline two', mark: '[D]' },
];

it.each([
  ['key=hunter-2!', 'key=[B]!', 1],
  ['hunter-2-hunter', '[A]', 1],
  ['hunter-2-hunte', '[B]-hunte', 1],
  ['hunter-2hunter-2', '[B][B]', 2],
  ['pay €uro-€uro now', 'pay [C] now', 1],
  ['line one\nline two\n', '[D]\n', 1],
  ['hunter-', 'hunter-', 0],
  ['', '', 0],
])('%j becomes %j', (raw, text, count) => {
  expect(redact(SECRETS, [raw])).toEqual({ text, count });
});

it('finds every value, however the bytes are cut', () => {
  const parts = fc.constantFrom(
    'hunter-2',
    '-hunter',
    'hunter',
    'h',
    '€uro-',
    '€uro',
    'line one\n',
    'line two',
    ' ',
    'x',
  );
  fc.assert(
    fc.property(fc.array(parts), fc.array(fc.nat(6)), (words, cuts) => {
      const raw = Buffer.from(words.join(''));
      expect(redact(SECRETS, cutInPieces(raw, cuts))).toEqual(redact(SECRETS, [raw]));
    }),
    { numRuns: 1000 },
  );
});

it('holds back nothing that cannot be the start of a value', () => {
  const redactor = new ValueRedactor(SECRETS);
  expect(redactor.push(Buffer.from('Password: ')).toString()).toBe('Password: ');
  expect(redactor.push(Buffer.from('ab hunt')).toString()).toBe('ab ');
  expect(redactor.push(Buffer.from('ing')).toString()).toBe('hunting');
});
