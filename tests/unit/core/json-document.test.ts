import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonDocumentScanner } from '#core/json-document.ts';
import { cutInPieces } from '../../helpers/pieces.ts';

const BLANKS = ['', ' ', '\n', '\r\n\t', '\uFEFF', '\uFEFF \n', ' \v\f'];
/** Text behind the document that the scanner must leave alone. */
const TRAILERS = ['', '\n', ' {"a":1}', ']', '}', '"', 'garbage', '\u0000'];

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('"', '\\', '{', '}', '[', ']', 'é', '😀'), fc.string()),
});
const documents = fc
  .oneof(fc.dictionary(text, fc.jsonValue()), fc.array(fc.oneof(fc.jsonValue(), text)))
  .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2)));

it('finds the end of any document exactly, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BLANKS),
      documents,
      fc.constantFrom(...TRAILERS),
      fc.array(fc.nat(200)),
      (lead, document, trailer, cuts) => {
        const scanner = new JsonDocumentScanner();
        const end = Buffer.byteLength(lead + document);
        let used = 0;
        let seen = 0;
        for (const piece of cutInPieces(Buffer.from(lead + document + trailer), cuts)) {
          const wasComplete = scanner.state === 'complete';
          const count = scanner.push(piece);
          expect(wasComplete ? count : 0).toBe(0);
          used += count;
          seen += piece.length;
          expect(scanner.state === 'complete').toBe(seen >= end);
        }
        expect(used).toBe(end);
      },
    ),
    { numRuns: 500 },
  );
});

it('is not complete before the last byte of any document', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const scanner = new JsonDocumentScanner();
      scanner.push(Buffer.from(document).subarray(0, -1));
      expect(scanner.state).toBe('open');
    }),
  );
});

it.each([
  ['', 'empty'],
  [' \r\n\uFEFF ', 'empty'],
  ['null', 'not-json'],
  ['"text"', 'not-json'],
  ['12', 'not-json'],
  ['}', 'not-json'],
  ['\u0000{}', 'not-json'],
  ['{', 'open'],
  ['{"a":"}', 'open'],
  [String.raw`{"a":"\\\"}`, 'open'],
  [String.raw`{"a":"\\"}`, 'complete'],
  ['[[]]', 'complete'],
])('%j leaves the scanner %s', (input, state) => {
  const scanner = new JsonDocumentScanner();
  scanner.push(Buffer.from(input));
  expect(scanner.state).toBe(state);
});

it('takes a document of 200,000 levels without recursion', () => {
  const scanner = new JsonDocumentScanner();
  const depth = 200_000;
  expect(scanner.push(Buffer.from('['.repeat(depth) + ']'.repeat(depth)))).toBe(2 * depth);
  expect(scanner.state).toBe('complete');
});
