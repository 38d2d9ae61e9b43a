import { steadyMs } from '#core/steady-clock.ts';
import { SECOND_MS } from '#core/units.ts';

/** What no answer depends on waits no longer than this for another process's lock: hooks wait for the main thread. */
export const ASIDE_WAIT_MS = 200;
/** Once one call waited in vain, the next ones wait no longer than this for the same lock. */
const NEXT_WAIT_MS = 100;
/** When it was one that no answer depends on, those that may wait longer still wait so long. */
const AFTER_ASIDE_MS = 1_000;
/** After so long whoever had the lock is likely to be done with it, and the whole wait is worth it again. */
const FORGET_MS = 10 * SECOND_MS;

/**
 * How long a call may wait for another process's lock: the full time once, and little from then on, until a write succeeds.
 * Many calls in a row would else take the full time each, and everybody waits for this thread.
 */
export class LockPatience {
  private readonly fullMs: number;
  private capMs = Number.POSITIVE_INFINITY;
  private shortUntilMs = Number.NEGATIVE_INFINITY;
  private asideUntilMs = Number.NEGATIVE_INFINITY;

  constructor(fullMs: number) {
    this.fullMs = fullMs;
  }

  /** Milliseconds that may be waited now. */
  get waitMs(): number {
    const nowMs = steadyMs();
    const asideMs = this.isAside ? NEXT_WAIT_MS : AFTER_ASIDE_MS;
    const longestMs =
      nowMs < this.shortUntilMs ? NEXT_WAIT_MS : nowMs < this.asideUntilMs ? asideMs : this.fullMs;
    return Math.min(longestMs, this.fullMs, this.capMs);
  }

  private get isAside(): boolean {
    return this.capMs < this.fullMs;
  }

  /** Somebody waited in vain. Who waited for a moment only has learned nothing. */
  spent(): void {
    const untilMs = steadyMs() + FORGET_MS;
    if (!this.isAside) this.shortUntilMs = untilMs;
    else if (this.capMs >= ASIDE_WAIT_MS) this.asideUntilMs = untilMs;
  }

  /** The lock was to be had. */
  restored(): void {
    this.shortUntilMs = Number.NEGATIVE_INFINITY;
    this.asideUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Runs `work`, in which no call waits longer than this. */
  within<T>(maxMs: number, work: () => T): T {
    const before = this.capMs;
    this.capMs = Math.min(before, maxMs);
    try {
      return work();
    } finally {
      this.capMs = before;
    }
  }
}
