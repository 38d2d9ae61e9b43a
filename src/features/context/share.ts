import type { ContextLimit } from '#core/context-load.ts';

/** How much of what a session can hold is in use. */
export interface LoadShare {
  /** Whole percent; above 100 where the point was passed. */
  readonly percent: number;
  /** Tokens up to the point where the session compacts, or goes no further; never below 0. */
  readonly leftTokens: number;
}

/** The share in use. `isRaw`: percent of the whole window, instead of the point where the session compacts. */
export const shareOf = (
  usedTokens: number,
  windowTokens: number,
  limit: ContextLimit,
  isRaw: boolean,
): LoadShare => ({
  percent: Math.floor((100 * usedTokens) / (isRaw ? windowTokens : limit.tokens)),
  leftTokens: Math.max(0, limit.tokens - usedTokens),
});

/** `116k`. */
export const thousands = (tokens: number): string => `${Math.round(tokens / 1000)}k`;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** `5 min`, `3 h`: an age that need not be more exact; at least a minute. */
export function ageText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes < 2 * HOUR_MINUTES ? `${minutes} min` : `${Math.round(minutes / HOUR_MINUTES)} h`;
}
