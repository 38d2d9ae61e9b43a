import type { WindowFacts, WindowQuestion } from '#core/context-load.ts';

/**
 * The size of the window. One that is smaller than what is in use is wrong: then the next one that this agent knows holds.
 * `guessTokens` stands for a model that nobody knows; without it such a window is unknown. Undefined also for more tokens
 * than any known window has.
 */
export function windowSize(
  question: WindowQuestion & { readonly usedTokens: number },
  facts: Pick<WindowFacts, 'windowOf' | 'windowSizes'>,
  guessTokens?: number,
): number | undefined {
  const size = facts.windowOf(question) ?? guessTokens;
  if (size === undefined || question.usedTokens <= size) return size;
  return facts.windowSizes.find((known) => known >= question.usedTokens);
}
