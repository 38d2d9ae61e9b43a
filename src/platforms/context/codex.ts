import type { TranscriptMark } from '#core/context-load.ts';
import { isRecord, type JsonRecord, positiveNumber } from '#core/json.ts';
import type { PlatformContext } from './platform-context.ts';
import { statedWindows } from './stated-windows.ts';

/** Of the models so far; the transcript names the window, so this stands only where it does not. */
const WINDOW = 272_000;
const LARGE_WINDOW = 1_000_000;

/**
 * A row of a rollout of Codex (0.171.0): `token_count` with the usage of the last call, whose input holds what was cached,
 * and the window. The sum over all calls, which stands beside it, says nothing about the context.
 */
function markOf({ payload, type, timestamp }: JsonRecord): TranscriptMark | undefined {
  const time = Date.parse(typeof timestamp === 'string' ? timestamp : '');
  const atMs = Number.isNaN(time) ? undefined : time;
  if (type === 'compacted') return { kind: 'compaction', isAutomatic: false, beforeTokens: undefined, atMs };
  if (type !== 'event_msg' || !isRecord(payload) || payload.type !== 'token_count') return undefined;
  const info = isRecord(payload.info) ? payload.info : {};
  const usedTokens = isRecord(info.last_token_usage)
    ? positiveNumber(info.last_token_usage.input_tokens)
    : undefined;
  if (usedTokens === undefined) return undefined;
  const windowTokens = positiveNumber(info.model_context_window);
  return { kind: 'usage', usedTokens, model: '', windowTokens, version: undefined, atMs };
}

/** Codex's. Where it compacts is not known, so the point is the window, until a compaction was seen. */
export const codexContext: PlatformContext = {
  marks: ['"token_count"', '"compacted"'],
  markOf,
  addedMark: 'hook',
  addedOf: () => undefined,
  ...statedWindows([WINDOW, LARGE_WINDOW]),
  saidOf: () => undefined,
  automaticTrigger: 'auto',
  settingsFiles: () => [],
};
