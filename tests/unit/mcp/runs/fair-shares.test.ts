import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairShares, LEAST_SHARE } from '#mcp/runs/fair-shares.ts';

const nobody = (): boolean => false;

it.each([
  ['all fit', [100, 200, 300], 1_000, [100, 200, 300]],
  ['the small ones whole, the rest in equal parts', [100, 5_000, 5_000], 2_100, [100, 1_000, 1_000]],
  ['nothing is left', [100, 100], -5, [0, 0]],
  ['nobody asks', [], 500, []],
] as const)('%s', (_, needs, budget, shares) => {
  expect(fairShares(needs, budget, nobody)).toEqual(shares);
});

it('where equal parts would show nothing, some get enough to show something, those that failed before others', () => {
  const shares = fairShares([900, 900, 900, 900], 2 * LEAST_SHARE + 10, (place) => place === 3);
  expect(shares).toEqual([LEAST_SHARE, 0, 0, LEAST_SHARE]);
});

it('never gives more than there is, nor more than is needed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50_000), { maxLength: 60 }),
      fc.integer({ min: -500, max: 40_000 }),
      (needs, budget) => {
        const shares = fairShares(needs, budget, (place) => place % 3 === 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(Math.max(0, budget));
        expect(shares.every((share, place) => share >= 0 && share <= (needs[place] ?? 0))).toBe(true);
      },
    ),
  );
});
