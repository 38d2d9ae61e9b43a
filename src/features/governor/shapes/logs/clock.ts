import type { LineBytes } from '../../text/scan-lines.ts';

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Finds the times of lines; most are at the place of the one before, and found without an expression. */
export class Clock {
  private readonly format: RegExp;
  /** The bytes of a line up to the end of its time: others have the same ones, with other digits. */
  private model = Buffer.alloc(0);
  /** Where the time of the line read last is in its text. */
  from = 0;
  end = 0;

  /** @param format matches the start of a line up to the end of its time, its only group */
  constructor(format: RegExp) {
    this.format = format;
  }

  /** False when the line has no time. */
  read(text: string, at: Readonly<LineBytes>): boolean {
    if (this.isWhereItWas(at)) return true;
    const found = this.format.exec(text);
    if (found === null) return false;
    const time = found[1] ?? '';
    this.from = found[0].lastIndexOf(time);
    this.end = this.from + time.length;
    this.model = Buffer.from(text.slice(0, this.end));
    return true;
  }

  private isWhereItWas({ bytes, from, to }: Readonly<LineBytes>): boolean {
    const { model } = this;
    const { length } = model;
    if (length === 0 || to - from < length || isDigit(bytes[from + length] ?? 0)) return false;
    for (let i = 0; i < length; i += 1) {
      const was = model[i] ?? 0;
      const is = bytes[from + i] ?? 0;
      if (was !== is && !(isDigit(was) && isDigit(is))) return false;
    }
    return true;
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
