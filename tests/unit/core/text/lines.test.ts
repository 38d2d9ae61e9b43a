import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLineRange, parseLineRange, splitLines } from '#core/text/lines.ts';

it.each([
  ['', []],
  ['\n', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['\na', ['', 'a']],
])('%j has the lines %j', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

it('joining lines and splitting them gives them back', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string().map((s) => s.replaceAll('\n', '')),
        { minLength: 1 },
      ),
      (lines) => {
        expect(splitLines(`${lines.join('\n')}\n`)).toEqual(lines);
      },
    ),
  );
});

const END = Number.MAX_SAFE_INTEGER;

it.each([
  ['100-160', { first: 100, last: 160 }],
  [' 5 - 9 ', { first: 5, last: 9 }],
  ['100-', { first: 100, last: END }],
  ['-50', { first: 1, last: 50 }],
  ['7', { first: 7, last: 7 }],
  ['7-7', { first: 7, last: 7 }],
  ['1@4096', { first: 1, firstByte: 4096, last: 1 }],
  ['3@0-', { first: 3, firstByte: 0, last: END }],
  ['3@12-20', { first: 3, firstByte: 12, last: 20 }],
  ['@5', undefined],
  ['@5-9', undefined],
  ['3@', undefined],
  ['3@x', undefined],
  ['3-9@5', undefined],
  ['0', undefined],
  ['0-5', undefined],
  ['9-5', undefined],
  ['-', undefined],
  ['', undefined],
  ['a-b', undefined],
  ['1,5', undefined],
  ['1-2-3', undefined],
])('the range %j is %j', (text, range) => {
  expect(parseLineRange(text)).toEqual(range);
});

it.each([
  [7, 0, undefined, '7-'],
  [7, 0, 9, '7-9'],
  [7, 0, 7, '7'],
  [7, 300, undefined, '7@300-'],
  [7, 300, 7, '7@300'],
])('a range from %d, byte %d, to %j is written %j, and read back', (first, firstByte, last, text) => {
  expect(formatLineRange(first, firstByte, last)).toBe(text);
  expect(parseLineRange(text)).toMatchObject({ first, last: last ?? END });
});
