import type { ContextLoad } from '#core/context-load.ts';
import { type JsonRecord, positiveNumber, stringField } from '#core/json.ts';
import { SECOND_MS } from '#core/units.ts';

/** Two clocks of one machine differ by less; what is dated later than this comes from a clock that was set back. */
export const CLOCK_SLACK_MS = 5 * SECOND_MS;

/** What the status line kept is taken as it is for so long. */
const FRESH_MS = 60 * SECOND_MS;

/** A number of that time may be taken as it is. */
export const isFresh = (atMs: number, nowMs: number): boolean => nowMs - atMs <= FRESH_MS;

/**
 * The load that the status line kept for this session. Undefined when the file holds something else: no numbers, another
 * session, or a time that is still to come.
 */
export function keptLoad(value: JsonRecord, sessionId: string, nowMs: number): ContextLoad | undefined {
  const atMs = positiveNumber(value.atMs);
  if (value.sessionId !== sessionId || atMs === undefined || atMs > nowMs + CLOCK_SLACK_MS) return undefined;
  return {
    sessionId,
    model: stringField(value, 'model') ?? '',
    usedTokens: positiveNumber(value.usedTokens),
    windowTokens: positiveNumber(value.windowTokens),
    version: stringField(value, 'version'),
    atMs,
  };
}
