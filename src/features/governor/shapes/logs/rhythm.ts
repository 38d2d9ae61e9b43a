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
  /** The bytes of the time up to its seconds; empty before the first one. */
  private second = Buffer.alloc(0);
  /** Its start up to the minute. */
  private minute = '';
  private seconds = 0;
  private minuteStart = 0;
  private steps = 0;
  private stepSum = 0;
  private longest: Silence = { seconds: 0, from: '', to: '', line: undefined };

  /** @param clock has read the line */
  add(text: string, at: Readonly<LineBytes>, { from, end }: Clock, isError: boolean, line: Line): void {
    if (!this.turnBytes(at, from, line) && !this.turn(text.slice(from, end), line)) return;
    this.now.lines += 1;
    if (isError) this.now.errors += 1;
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

  /** To the second of a line of the same minute, without its text; false when it may be of another one. */
  private turnBytes({ bytes, from: start, to }: Readonly<LineBytes>, from: number, line: Line): boolean {
    const { second } = this;
    const minuteLength = second.length - 2;
    const first = start + from;
    if (minuteLength < 0 || first + second.length > to) return false;
    // Minutes differ before dates do.
    for (let i = minuteLength - 1; i >= 0; i -= 1) if (bytes[first + i] !== second[i]) return false;
    const tens = bytes[first + minuteLength] ?? 0;
    const ones = bytes[first + minuteLength + 1] ?? 0;
    if (tens !== second[minuteLength] || ones !== second[minuteLength + 1])
      this.stepTo(this.now.name, tens, ones, line);
    return true;
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
    this.stepTo(this.now.name, time.charCodeAt(end), time.charCodeAt(end + 1), line);
    return true;
  }

  /** @param tens and `ones` are the codes of the digits of the second */
  private stepTo(minute: string, tens: number, ones: number, line: Line): void {
    const now = this.minuteStart + (tens - ZERO) * 10 + ones - ZERO;
    const seconds = now - this.seconds;
    if (this.second.length > 0 && seconds > 0) {
      this.steps += 1;
      this.stepSum += seconds;
      if (seconds > this.longest.seconds)
        this.longest = {
          seconds,
          from: this.second.toString(),
          to: minute + String.fromCharCode(tens, ones),
          line,
        };
    }
    this.seconds = now;
    const end = this.second.length - 2;
    // Of the same minute only its digits change.
    if (end === minute.length && this.minute === minute) {
      this.second[end] = tens;
      this.second[end + 1] = ones;
    } else this.second = Buffer.from(minute + String.fromCharCode(tens, ones));
    this.minute = minute;
  }
}
