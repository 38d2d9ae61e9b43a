import type { ContextLimit, LimitQuestion, SaidLoad } from '#core/context-load.ts';
import { isRecord, type JsonRecord, positiveNumber } from '#core/json.ts';
import type { PlatformContext } from './platform-context.ts';
import { COMMON_SIZES, NO_TRANSCRIPT, statedWindows } from './stated-windows.ts';

/** Kept free in the window unless the settings say otherwise (its documentation of compaction, 2026). */
const RESERVE_TOKENS = 16_384;

/**
 * `usage` beside an event, as `ctx.getContextUsage()` gives it in every handler of Pi (1.6.0) and Oh My Pi (18.2.3). Null
 * (after a compaction) and 0 (before the first reply) are unknown.
 */
function saidOf({ usage }: JsonRecord): SaidLoad | undefined {
  if (!isRecord(usage) || usage.tokens === undefined) return undefined;
  const windowTokens = positiveNumber(usage.contextWindow);
  return { kind: 'usage', usedTokens: positiveNumber(usage.tokens), windowTokens, model: undefined };
}

/** It compacts when less than the reserve is free. A run with 30,000 and a reserve of 2,000 did so at 29,020. */
function limitOf({ windowTokens, host }: LimitQuestion): ContextLimit {
  const values = host.files.map(({ compaction }) => (isRecord(compaction) ? compaction : {}));
  const setting = (key: string): unknown =>
    values.map((value) => value[key]).find((value) => value !== undefined);
  if (setting('enabled') === false) return { tokens: windowTokens, kind: 'refuses' };
  const reserve = positiveNumber(setting('reserveTokens')) ?? RESERVE_TOKENS;
  if (reserve >= windowTokens) return { tokens: windowTokens, kind: 'full' };
  return { tokens: windowTokens - reserve, kind: 'compacts' };
}

/** Oh My Pi's: the same words, but where it compacts is not known. */
export const ohMyPiContext: PlatformContext = {
  ...NO_TRANSCRIPT,
  ...statedWindows(COMMON_SIZES),
  saidOf,
  automaticTrigger: 'threshold',
  settingsFiles: () => [],
};

/** Pi's. */
export const piContext: PlatformContext = {
  ...ohMyPiContext,
  limitOf,
  settingsFiles: ({ home, projectRoot }) =>
    [`${projectRoot}/.pi/settings.json`, `${home}/.pi/agent/settings.json`].map((path) => ({
      path,
      keys: ['compaction'],
    })),
};
