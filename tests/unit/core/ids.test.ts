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
  ['/home/u/out/12.txt', 12],
  ['/home/u/out/7.bin', 7],
  ['12.txt', undefined],
  ['out/7.bin', undefined],
  ['/home/u/other/out/12.txt', undefined],
  ['/home/u/out/sub/12.txt', undefined],
  ['/home/u/out/../out/12.txt', undefined],
  ['/home/u/out12.txt', undefined],
  ['/home/u/out', undefined],
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
  expect(parseHandle(text, '/home/u/out')).toBe(id);
});

it('knows no path without a folder, and a folder in the form of the system', () => {
  expect(parseHandle('/home/u/out/12.txt')).toBeUndefined();
  expect(parseHandle('C:\\u\\out\\12.txt', 'C:\\u\\out')).toBe(12);
});
