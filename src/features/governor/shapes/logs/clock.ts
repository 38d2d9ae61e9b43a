const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Finds the times of lines; most are at the place of the one before, and found without an expression. */
export class Clock {
  private readonly format: RegExp;
  /** The time of the line read last that had one; empty before the first. */
  time = '';
  /** Where that time ended in its line. */
  end = 0;

  /** @param format matches the start of a line up to the end of its time, its only group */
  constructor(format: RegExp) {
    this.format = format;
  }

  /** False when the line has no time. */
  read(text: string): boolean {
    if (this.isWhereItWas(text)) {
      const from = this.end - this.time.length;
      if (!text.startsWith(this.time, from)) this.time = text.slice(from, this.end);
      return true;
    }
    const found = this.format.exec(text);
    if (found === null) return false;
    this.time = found[1] ?? '';
    this.end = found[0].length;
    // A bracket behind the time is no part of it.
    if (!text.startsWith(this.time, this.end - this.time.length))
      this.end = text.indexOf(this.time) + this.time.length;
    return true;
  }

  /** The same place, digits where digits were, and what was in front of it. */
  private isWhereItWas(text: string): boolean {
    const { time, end } = this;
    const from = end - time.length;
    if (time === '' || from > 1 || text.length < end || isDigit(text.charCodeAt(end))) return false;
    for (let at = 0; at < time.length; at += 1) {
      const was = time.charCodeAt(at);
      const is = text.charCodeAt(from + at);
      if (was !== is && !(isDigit(was) && isDigit(is))) return false;
    }
    return !isDigit(text.charCodeAt(from - 1));
  }
}

const DATE = /^.*?(?<!\d)(?=\d\d:\d\d:\d\d)/;

/**
 * Two times with their common date once: `2026-11-30 10:00:01 – 10:59:58`.
 * @param base a time whose date is known and left out
 */
export function span(from: string, to: string, base = ''): string {
  const date = DATE.exec(from)?.[0] ?? '';
  const first = date !== '' && base.startsWith(date) ? from.slice(date.length) : from;
  if (from === to) return first;
  return `${first} – ${date !== '' && to.startsWith(date) ? to.slice(date.length) : to}`;
}
