import type { SaidLoad } from '#core/context-load.ts';
import { type JsonRecord, positiveNumber } from '#core/json.ts';
import type { PlatformContext } from './platform-context.ts';
import { COMMON_SIZES, NO_TRANSCRIPT, statedWindows } from './stated-windows.ts';

/** `Stop` of Qwen Code (0.24.4): tokens of the last call, the window, and the share of it (0 to 1). */
function saidOf({ input_tokens, context_limit, context_usage }: JsonRecord): SaidLoad | undefined {
  const windowTokens = positiveNumber(context_limit);
  const share = positiveNumber(context_usage);
  const byShare =
    windowTokens === undefined || share === undefined ? undefined : Math.round(share * windowTokens);
  const usedTokens = positiveNumber(input_tokens) ?? byShare;
  return usedTokens === undefined ? undefined : { kind: 'usage', usedTokens, windowTokens, model: undefined };
}

/** Qwen Code's. Its transcript is of a form that nothing is known of, and where it compacts is not known either. */
export const qwenContext: PlatformContext = {
  ...NO_TRANSCRIPT,
  ...statedWindows(COMMON_SIZES),
  saidOf,
  automaticTrigger: 'auto',
  settingsFiles: () => [],
};
