/** Numbers and words that look made up and are the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `from` up to, not including, `to`. */
  int(to: number, from?: number): number;
  pick<T>(list: readonly T[]): T;
  hex(digits: number): string;
  words(count: number): string;
  identifier(): string;
}

const WORDS =
  'session cart order invoice refund token cache shard queue worker parser lexer router header payload schema index cursor batch retry ledger quota tenant policy audit metric trace span buffer stream handle socket signal mutex thread daemon kernel module package release branch commit merge rebase patch review ticket issue label owner reviewer'.split(
    ' ',
  );

/** mulberry32 over a seed that is mixed with a name, so that every task has numbers of its own. */
export function seeded(seed: number, name: string): Random {
  let state = (seed * 7919 + [...name].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (to: number, from = 0): number => from + Math.floor(next() * (to - from));
  const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T;
  return {
    next,
    int,
    pick,
    hex: (digits) => Array.from({ length: digits }, () => int(16).toString(16)).join(''),
    words: (count) => Array.from({ length: count }, () => pick(WORDS)).join(' '),
    identifier: () => pick(WORDS) + pick(WORDS).replace(/^./, (c) => c.toUpperCase()),
  };
}
