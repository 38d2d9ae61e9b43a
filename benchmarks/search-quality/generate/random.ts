/** Seeded: the same seed gives the same values on every machine. */
export interface Random {
  /** 0 to below `limit`, whole. */
  below(limit: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T;
  /** So many hexadecimal digits. */
  hex(digits: number): string;
}

/** Mulberry32: 32 bits of state, enough to fill documents. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  };
}
