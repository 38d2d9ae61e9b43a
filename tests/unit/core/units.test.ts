import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration } from '#core/units.ts';

it.each([
  [0, '0 B'],
  [312, '312 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [4_198, '4.1 KB'],
  [10_239, '10 KB'],
  [219_136, '214 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1_258_291, '1.2 MB'],
  [268_435_456, '256 MB'],
  [5e15, '4547 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('no size has more than four digits before its unit, and a larger size never reads smaller', () => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const value = (text: string): number => {
    const [number = '', unit = ''] = text.split(' ');
    return Number(number) * 1024 ** units.indexOf(unit);
  };
  const sizes = fc.integer({ min: 0, max: 2 ** 49 });
  fc.assert(
    fc.property(sizes, sizes, (a, b) => {
      const [small, large] = a < b ? [a, b] : [b, a];
      expect(formatBytes(a)).toMatch(/^(?:\d{1,4}|\d\.\d) (?:B|KB|MB|GB|TB)$/);
      expect(value(formatBytes(small))).toBeLessThanOrEqual(value(formatBytes(large)));
    }),
  );
});

it.each([
  [0.4, '0 ms'],
  [12, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3_420, '3.4 s'],
  [59_949, '59.9 s'],
  [59_970, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [119_700, '2 min 0 s'],
])('%d ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1_234, '-1,234'],
])('%d is written %s', (n, text) => {
  expect(formatCount(n)).toBe(text);
});
