import type { ContextFacts, HostSettings } from '#core/context-load.ts';
import { contextFiles } from '#infra/context-files.ts';
import { currentLoad } from './current-load.ts';
import { wholeOf } from './note-text.ts';
import { correctedLimit } from './seen-points.ts';
import { sessionState } from './session-state.ts';
import { ageText, shareOf, thousands } from './share.ts';

/** Whose load is asked for, and by which facts it is judged. */
export interface ShownQuestion {
  /** The data folder. */
  readonly home: string;
  readonly platform: string;
  readonly sessionId: string;
  /** Undefined: not known. */
  readonly transcriptPath: string | undefined;
  readonly facts: ContextFacts;
  readonly host: () => HostSettings;
  /** Percent of the whole window, instead of the point where the session compacts. */
  readonly isRaw: boolean;
  readonly nowMs: number;
}

/**
 * The load of a session in words, for people. A number that is too old for hooks to act on is shown, and said to be old.
 * Undefined: unknown.
 */
export function shownLoad(question: ShownQuestion): string | undefined {
  const { home, platform, sessionId, facts, host, isRaw, nowMs } = question;
  const files = contextFiles(home, sessionId);
  const state = sessionState(files.read('state')?.value ?? {}, nowMs);
  const found = currentLoad({ ...question, kept: files.read('json')?.value, state });
  const load = found.load ?? found.old;
  if (load === undefined) return undefined;
  const { model, version, usedTokens, windowTokens, atMs, isEstimate } = load;
  const expected = facts.limitOf({ model, version, windowTokens, host: host() });
  const limit = correctedLimit(home, { platform, model, windowTokens, limit: expected });
  const { percent, leftTokens } = shareOf(usedTokens, windowTokens, limit, isRaw);
  const about = isEstimate ? 'about ' : '';
  const age = found.load === undefined ? ` (old: from ${ageText(nowMs - atMs)} ago)` : '';
  return `${about}${percent} % of ${wholeOf(limit.kind, isRaw)}, ${thousands(leftTokens)} tokens left${age}`;
}
