import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  decodePart,
  type Encoding,
  encodingOf,
  FilePlaces,
  toUtf8,
} from '#features/knowledge/indexing/decode-text.ts';

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const files: readonly (readonly [Encoding, (text: string) => Buffer])[] = [
  ['utf8', (text) => Buffer.from(text)],
  ['utf8-bom', (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
  ['utf16le', (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ['utf16be', (text) => Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be(text)])],
];
const TEXT = 'Grüße, 世界 😀\nzweite Zeile\n';

test.each(files)('%s: the text is found, whole and by its places in the file', (encoding, write) => {
  const file = write(TEXT);
  expect(encodingOf(file)).toBe(encoding);
  const text = toUtf8(file);
  expect(text.toString()).toBe(TEXT);
  const places = new FilePlaces(text, encoding);
  const cut = text.indexOf('zweite');
  const [start, middle, end] = [places.of(0), places.of(cut), places.of(text.length)];
  expect(end).toBe(file.length);
  expect(decodePart(file.subarray(0, 3), file.subarray(start, middle))).toBe('Grüße, 世界 😀\n');
  expect(decodePart(file.subarray(0, 3), file.subarray(middle, end))).toBe('zweite Zeile\n');
});

it('what is no UTF-8 is Windows-1252', () => {
  const file = Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x93, 0x61, 0x94, 0x20, 0x80]);
  expect(encodingOf(file)).toBe('latin1');
  const text = toUtf8(file);
  expect(text.toString()).toBe('Grüße “a” €');
  const places = new FilePlaces(text, 'latin1');
  expect(places.of(text.indexOf('“'))).toBe(6);
  expect(decodePart(file.subarray(0, 3), file.subarray(6))).toBe('“a” €');
});

it('any text cut anywhere between characters comes back in every encoding', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(files.length - 1), (parts, at) => {
      const [encoding, write] = files[at] as (typeof files)[number];
      const file = write(parts.join(''));
      if (encodingOf(file) !== encoding) return;
      const places = new FilePlaces(toUtf8(file), encoding);
      let utf8 = 0;
      let own = places.of(0);
      for (const part of parts) {
        utf8 += Buffer.byteLength(part);
        const next = places.of(utf8);
        expect(decodePart(file.subarray(0, 3), file.subarray(own, next))).toBe(part);
        own = next;
      }
    }),
  );
});

it('half a character at the end of UTF-16 does no harm', () => {
  expect(toUtf8(Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62])).toString()).toBe('a');
  expect(toUtf8(Buffer.from([0xfe, 0xff, 0x00, 0x61, 0x00])).toString()).toBe('a');
});
