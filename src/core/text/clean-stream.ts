import { applyBackspaces, foldDraws, showDraws } from './redraws.ts';

/** Longest text of an OSC, DCS, PM or APC string, in characters; what is longer is no such string, but text. */
const STRING_LIMIT = 4096;
/** Where a piece may end inside an escape sequence, it is no longer than this. */
const HOLD_LIMIT = STRING_LIMIT + 3;
/**
 * Terminal control: CSI sequences, OSC/DCS/PM/APC strings up to their terminator, two-character escapes; and the
 * control characters that no text needs (all but tab, line feed, carriage return, and backspace, which moves the
 * cursor), a lone ESC among them.
 */
const CONTROL = new RegExp(
  [
    String.raw`\u001b\[[0-?]{0,64}[ -/]{0,8}[@-~]`,
    String.raw`\u001b[\]PX^_][^\u0007\u001b]{0,${STRING_LIMIT}}(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]{0,8}[0-~]`,
    String.raw`[\u0000-\u0007\u000b\u000c\u000e-\u001f\u007f]`,
  ].join('|'),
  'g',
);
/** The start of each of these sequences, when the text ends before the sequence does. */
const UNFINISHED = new RegExp(
  String.raw`\u001b(?:\[[0-?]{0,64}[ -/]{0,8}|[\]PX^_][^\u0007\u001b]{0,${STRING_LIMIT}}\u001b?|[ -/]{0,8})$`,
);

/** Where an escape sequence begins that this text does not finish; -1 when there is none. */
function unfinishedEscape(text: string): number {
  const from = Math.max(0, text.length - HOLD_LIMIT);
  const at = text.slice(from).search(UNFINISHED);
  return at < 0 ? -1 : from + at;
}

/** A longer line is given out in parts, in characters; what it showed by then can no longer be redrawn. */
const LINE_LIMIT = 64 * 1024;

/**
 * How much of a too long line is given out: of lines that end in a carriage return alone all but the last ones, which may
 * still be drawn over; of others all.
 */
function lengthToGive(line: string): number {
  const lastButOne = line.lastIndexOf('\r', line.lastIndexOf('\r') - 1);
  return lastButOne < 1 ? line.length : lastButOne + 1;
}

/**
 * Turns raw output bytes into clean text, piece by piece: invalid UTF-8 becomes U+FFFD, terminal control is removed,
 * redrawn lines keep their last state, CRLF becomes LF. Pieces may be cut anywhere: the text is the same (but for redraws
 * of a line of more than 64 K characters). A line is given out when it is complete, so that redraws in it can be seen.
 */
export class CleanStream {
  /** States of redrawn lines that were left out. */
  redraws = 0;
  private readonly decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  private held = '';
  private line = '';

  push(bytes: Uint8Array): string {
    return this.take(this.held + this.decoder.decode(bytes, { stream: true }), false);
  }

  /** What is still held back; call once, when the output is over. */
  end(): string {
    return this.take(this.held + this.decoder.decode(), true);
  }

  /** True when nothing is held back; to be asked behind a line feed, where no character can be unfinished. */
  get isAtLineStart(): boolean {
    return this.line === '' && this.held === '';
  }

  /** The unfinished line, given out early; empty when it is being redrawn: its last state is not known yet. */
  takeUnfinished(): string {
    if (/[\r\b]/.test(this.line)) return '';
    const { line } = this;
    this.line = '';
    return line;
  }

  private take(text: string, isLast: boolean): string {
    const cut = isLast ? -1 : unfinishedEscape(text);
    this.held = cut < 0 ? '' : text.slice(cut);
    const clean = (cut < 0 ? text : text.slice(0, cut)).replace(CONTROL, '');
    const whole = this.line + clean;
    const end = isLast ? whole.length : whole.lastIndexOf('\n') + 1;
    const rest = this.shorten(whole.slice(end));
    const given = rest.length > LINE_LIMIT ? lengthToGive(rest) : 0;
    this.line = rest.slice(given);
    const ready = whole.slice(0, end) + rest.slice(0, given).replace(/\r$/, '\n');
    if (!/[\r\b]/.test(ready)) return ready;
    return ready
      .split('\n')
      .map((line) => this.show(line))
      .join('\n');
  }

  /** An unfinished line without the states that were drawn over. The last one is still being drawn. */
  private shorten(line: string): string {
    const last = line.lastIndexOf('\r');
    if (last < 0 || line.includes('\b')) return line;
    return `${this.fold(line.slice(0, last)).join('\r')}${line.slice(last)}`;
  }

  private show(line: string): string {
    return /[\r\b]/.test(line) ? showDraws(this.fold(line)) : line;
  }

  private fold(line: string): readonly string[] {
    const { kept, dropped } = foldDraws(line.split('\r').map(applyBackspaces));
    this.redraws += dropped;
    return kept;
  }
}
