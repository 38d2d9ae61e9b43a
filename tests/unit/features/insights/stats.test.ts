import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addStats,
  NO_STATS,
  renderStats,
  type Stats,
  savedBytes,
  shownByHost,
} from '#features/insights/stats.ts';

const stats = fc.record(
  Object.fromEntries(Object.keys(NO_STATS).map((key) => [key, fc.nat()])),
) as unknown as fc.Arbitrary<Stats>;

it('adding is field by field, in any order, and nothing changes nothing', () => {
  fc.assert(
    fc.property(stats, stats, (a, b) => {
      const sum = addStats(a, b);
      expect(Object.keys(sum)).toEqual(Object.keys(NO_STATS));
      for (const key of Object.keys(NO_STATS) as (keyof Stats)[]) expect(sum[key]).toBe(a[key] + b[key]);
      expect(addStats(b, a)).toEqual(sum);
      expect(addStats(a, NO_STATS)).toEqual(a);
      expect(savedBytes(sum)).toBe(savedBytes(a) + savedBytes(b));
    }),
  );
});

const CAP = { wholeChars: 30_000, previewBytes: 2_048 };

it.each([
  [{ bytes: 0, chars: 0 }, 0],
  [{ bytes: 30_000, chars: 30_000 }, 30_000],
  [{ bytes: 60_000, chars: 30_000 }, 60_000],
  [{ bytes: 30_001, chars: 30_001 }, 2_048],
  [{ bytes: 250_000_000, chars: 250_000_000 }, 2_048],
])('of %j the host shows %d bytes', (output, shown) => {
  expect(shownByHost(output, CAP)).toBe(shown);
});

it('shows losses as such', () => {
  const text = renderStats({ ...NO_STATS, hostBytes: 100, returnedBytes: 4_196 }, 'title');
  expect(text).toContain('| kept out (may be negative) | -4.0 KB |');
});

it('renders a Markdown table of two columns', () => {
  const lines = renderStats({ ...NO_STATS, events: 1_234, sessions: 2 }, 'plimsoll, this project').split(
    '\n',
  );
  expect(lines[0]).toBe('| plimsoll, this project | |');
  expect(lines.every((line) => (line.match(/\|/g) ?? []).length === 3)).toBe(true);
  expect(lines.at(-1)).toBe('| events / sessions recorded | 1,234 / 2 |');
});
