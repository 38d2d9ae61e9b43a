import type { WindowFacts } from '#core/context-load.ts';

/**
 * For an agent that says how large the window is, and of which it is not known where it compacts: the point is the window,
 * until a compaction was seen. `sizes`: those that a stated size, when it is too small, may have been mistaken for.
 */
export const statedWindows = (sizes: WindowFacts['windowSizes']): WindowFacts => ({
  windowOf: ({ statedTokens }) => statedTokens,
  windowSizes: sizes,
  limitOf: ({ windowTokens }) => ({ tokens: windowTokens, kind: 'full' }),
});

/** Sizes of common models; only for a stated size that is smaller than what is in use. */
export const COMMON_SIZES: WindowFacts['windowSizes'] = [128_000, 200_000, 400_000, 1_000_000];

/** For an agent whose hooks say the load: its transcript is not read for it. */
export const NO_TRANSCRIPT = {
  marks: [],
  markOf: () => undefined,
  addedMark: '',
  addedOf: () => undefined,
} as const;
