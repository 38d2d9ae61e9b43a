import type { ContextLimit } from '#core/context-load.ts';
import { DEFAULT_NOTE, type NoteSettings } from './settings.ts';

/** Where the note is due. */
export interface Threshold {
  readonly tokens: number;
  /** 100 %, in tokens. */
  readonly wholeTokens: number;
  /** A wish that cannot come true, and what holds in its place. */
  readonly problem?: string;
}

/** The point of the note. One that lies at or behind the compaction would never be reached, and is put before it. */
export function thresholdOf(
  { isRaw, warnPercent }: Pick<NoteSettings, 'isRaw' | 'warnPercent'>,
  limit: ContextLimit,
  windowTokens: number,
): Threshold {
  const wholeTokens = isRaw ? windowTokens : limit.tokens;
  const tokens = (wholeTokens * warnPercent) / 100;
  if (tokens < limit.tokens) return { tokens, wholeTokens };
  const limitPercent = Math.floor((100 * limit.tokens) / wholeTokens);
  return {
    tokens: (limit.tokens * DEFAULT_NOTE.warnPercent) / 100,
    wholeTokens,
    problem: `context.warnPercent is ${warnPercent} of the window, but the session compacts at ${limitPercent}; the note is given before that.`,
  };
}
