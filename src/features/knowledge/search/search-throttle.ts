import { AppError } from '#core/errors.ts';
import { type Environment, environmentValue } from '#infra/home.ts';

/** Calls count together that lie within this time. */
const WINDOW_MS = 60_000;
/** Up to this call of the window everything is as asked. */
const FULL_CALLS = 3;
/** Up to this call nobody is told anything in mode `note`, nor refused in mode `limit`. */
const QUIET_CALLS = 8;

const MODES = ['note', 'limit', 'off'] as const;
export type ThrottleMode = (typeof MODES)[number];
const THROTTLE_VARIABLE = 'PLIMSOLL_SEARCH_THROTTLE';

/** `note` when it is not set, since a refusal costs the agent a whole turn. @throws AppError ARGUMENT_INVALID */
export function readThrottleMode(env: Environment): ThrottleMode {
  const text = environmentValue(env, THROTTLE_VARIABLE);
  if (text === undefined) return 'note';
  const mode = MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new AppError('ARGUMENT_INVALID', `${THROTTLE_VARIABLE} is "${text}"; accepted: ${MODES.join(', ')}.`);
}

/** How the next search is answered. `calls`: its number within the window. */
export type SearchPace =
  /** As asked. */
  | { readonly kind: 'full' }
  /** As asked, with a note that one call takes several questions. */
  | { readonly kind: 'noted'; readonly calls: number }
  /** One hit per question, and the note. */
  | { readonly kind: 'reduced'; readonly calls: number }
  /** Not at all; the next one is answered in `waitMs`. */
  | { readonly kind: 'refused'; readonly calls: number; readonly waitMs: number };

/**
 * Counts the search calls of one session, however many questions each has. A refused call does not count: waiting ends
 * even for who keeps asking.
 */
export class SearchThrottle {
  private readonly mode: () => ThrottleMode;
  private readonly nowMs: () => number;
  /** Times of the answered calls of the window, oldest first. */
  private answeredMs: readonly number[] = [];

  /** @param mode asked at each call; may throw */
  constructor(mode: () => ThrottleMode, nowMs: () => number) {
    this.mode = mode;
    this.nowMs = nowMs;
  }

  next(): SearchPace {
    const mode = this.mode();
    const now = this.nowMs();
    this.answeredMs = this.answeredMs.filter((atMs) => now - atMs < WINDOW_MS && atMs <= now);
    const calls = this.answeredMs.length + 1;
    const oldest = this.answeredMs[0] ?? now;
    if (mode === 'limit' && calls > QUIET_CALLS)
      return { kind: 'refused', calls, waitMs: oldest + WINDOW_MS - now };
    this.answeredMs = [...this.answeredMs, now];
    if (mode === 'limit' && calls > FULL_CALLS) return { kind: 'reduced', calls };
    return mode === 'note' && calls > QUIET_CALLS ? { kind: 'noted', calls } : { kind: 'full' };
  }
}
