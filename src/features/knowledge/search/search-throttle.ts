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
 * Counts the search calls of each caller (the main conversation, a subagent), however many questions each has: nobody
 * pays for the searches of another. A refused call does not count: waiting ends even for who keeps asking.
 */
export class SearchThrottle {
  private readonly mode: () => ThrottleMode;
  private readonly nowMs: () => number;
  /** Times of the answered calls of the window, oldest first, of each caller that has some. */
  private readonly answeredMs = new Map<string, readonly number[]>();

  /** @param mode asked at each call; may throw */
  constructor(mode: () => ThrottleMode, nowMs: () => number) {
    this.mode = mode;
    this.nowMs = nowMs;
  }

  /** @param caller any text that tells callers apart */
  next(caller: string): SearchPace {
    const mode = this.mode();
    const now = this.nowMs();
    this.forgetBefore(now);
    const answered = this.answeredMs.get(caller) ?? [];
    const calls = answered.length + 1;
    const oldest = answered[0] ?? now;
    if (mode === 'limit' && calls > QUIET_CALLS)
      return { kind: 'refused', calls, waitMs: oldest + WINDOW_MS - now };
    this.answeredMs.set(caller, [...answered, now]);
    if (mode === 'limit' && calls > FULL_CALLS) return { kind: 'reduced', calls };
    return mode === 'note' && calls > QUIET_CALLS ? { kind: 'noted', calls } : { kind: 'full' };
  }

  /** What lies outside the window; times that are still to come are those of a clock that was set back. */
  private forgetBefore(now: number): void {
    for (const [caller, times] of this.answeredMs) {
      const recent = times.filter((atMs) => now - atMs < WINDOW_MS && atMs <= now);
      if (recent.length === 0) this.answeredMs.delete(caller);
      else this.answeredMs.set(caller, recent);
    }
  }
}
