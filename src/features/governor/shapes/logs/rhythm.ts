import { copyOf } from '../../text/copy-of.ts';
import type { Line, LineBytes } from '../../text/scan-lines.ts';
import type { Clock } from './clock.ts';

const ZERO = 0x30;
const CLOCK = /^(.*?(?<!\d)(\d\d):(\d\d):)\d\d/;

interface Minute {
  readonly name: string;
  lines: number;
  errors: number;
}

interface Silence {
  readonly seconds: number;
  readonly from: string;
  readonly to: string;
  /** The line after it. */
  readonly line: Line | undefined;
}

/** A time so much longer than usual without a line is a silence; so many times the usual lines a minute are a burst. */
const SILENCE = { seconds: 60, times: 30 };
const BURST = { minutes: 5, times: 4, lines: 20 };
const MOST_MINUTES = 20_000;

/** Follows how the lines of a log are spread over time. */
export class Rhythm {
  private readonly minutes: Minute[] = [];
  private now: Minute = { name: '', lines: 0, errors: 0 };
  /** The time up to its seconds. */
  private second = '';
  /** Its bytes, to tell without a text that a line is of the same second. */
  private secondBytes = Buffer.alloc(0);
  private seconds = 0;
  private minuteStart = 0;
  private steps = 0;
  private stepSum = 0;
  private longest: Silence = { seconds: 0, from: '', to: '', line: undefined };

  /** @param clock has read the line */
  add(text: string, at: Readonly<LineBytes>, { from, end }: Clock, isError: boolean, line: Line): void {
    if (!this.isNow(at, from) && !this.turn(text.slice(from, end), line)) return;
    this.now.lines += 1;
    if (isError) this.now.errors += 1;
  }

  /** @param from where the time stands in the line; all of ASCII in front of it, as the formats of times are */
  private isNow({ bytes, from: start, to }: Readonly<LineBytes>, from: number): boolean {
    const { secondBytes } = this;
    const { length } = secondBytes;
    const first = start + from;
    if (length === 0 || first + length > to) return false;
    // The last digit differs first.
    for (let i = length - 1; i >= 0; i -= 1) if (bytes[first + i] !== secondBytes[i]) return false;
    return true;
  }

  /** A minute with far more lines than the others; undefined when there is none. */
  burst(
    of: 'lines' | 'errors',
  ): { readonly name: string; readonly count: number; readonly usual: number } | undefined {
    const { minutes } = this;
    if (minutes.length < BURST.minutes) return undefined;
    const counts = minutes.map((minute) => minute[of]).sort((a, b) => a - b);
    const usual = counts[Math.floor(counts.length / 2)] ?? 0;
    const most = minutes.reduce((top, minute) => (minute[of] > top[of] ? minute : top));
    const least = of === 'lines' ? BURST.lines : BURST.times;
    return most[of] >= least && most[of] >= usual * BURST.times
      ? { name: most.name.slice(0, -1), count: most[of], usual }
      : undefined;
  }

  /** The longest time without a line, if it is out of the ordinary. */
  silence(): Silence | undefined {
    const { longest, steps, stepSum } = this;
    const usual = (stepSum - longest.seconds) / Math.max(1, steps - 1);
    return longest.seconds >= Math.max(SILENCE.seconds, usual * SILENCE.times) ? longest : undefined;
  }

  /** To another second; false when the time has none. */
  private turn(time: string, line: Line): boolean {
    const { name } = this.now;
    if (name === '' || !time.startsWith(name)) {
      const found = CLOCK.exec(time);
      if (found === null) return false;
      this.now = { name: copyOf(found[1] ?? ''), lines: 0, errors: 0 };
      this.minuteStart = Number(found[2]) * 3600 + Number(found[3]) * 60;
      if (this.minutes.length < MOST_MINUTES) this.minutes.push(this.now);
    }
    const end = this.now.name.length;
    const second = time.slice(0, end + 2);
    const now = this.minuteStart + (time.charCodeAt(end) - ZERO) * 10 + time.charCodeAt(end + 1) - ZERO;
    if (this.second !== '' && now > this.seconds) this.step(now - this.seconds, second, line);
    this.second = second;
    this.secondBytes = Buffer.from(second);
    this.seconds = now;
    return true;
  }

  private step(seconds: number, to: string, line: Line): void {
    this.steps += 1;
    this.stepSum += seconds;
    if (seconds > this.longest.seconds)
      this.longest = { seconds, from: copyOf(this.second), to: copyOf(to), line };
  }
}
