import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatHandle, parseHandle } from '#core/ids.ts';

it('a handle reads back as its number', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e12 }), (id) => parseHandle(formatHandle(id)) === id));
});

it.each([
  ['#12', 12],
  ['12', 12],
  [' #12 ', 12],
  ['12.txt', 12],
  ['/home/u/.plimsoll/projects/p/out/12.txt', 12],
  ['C:\\Users\\u\\.plimsoll\\out\\12.txt', 12],
  ['out/7.bin', 7],
  ['#0', undefined],
  ['#012', undefined],
  ['-1', undefined],
  ['#1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['#', undefined],
  ['a12.txt', undefined],
  ['12.md', undefined],
  ['9'.repeat(16), undefined],
  ['12\u0000', undefined],
])('%j names %j', (text, id) => {
  expect(parseHandle(text)).toBe(id);
});
