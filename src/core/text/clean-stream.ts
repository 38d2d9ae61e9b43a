/** Longest text of an OSC, DCS, PM or APC string, in characters; what is longer is no such string, but text. */
const STRING_LIMIT = 4096;
/** Where a piece may end inside an escape sequence, it is no longer than this. */
const HOLD_LIMIT = STRING_LIMIT + 3;
/**
 * Terminal control: CSI sequences, OSC/DCS/PM/APC strings up to their terminator, two-character escapes; and the
 * control characters that no text needs (all but tab, line feed, carriage return), a lone ESC among them.
 */
const CONTROL = new RegExp(
  [
    String.raw`\u001b\[[0-?]{0,64}[ -/]{0,8}[@-~]`,
    String.raw`\u001b[\]PX^_][^\u0007\u001b]{0,${STRING_LIMIT}}(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]{0,8}[0-~]`,
    String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]`,
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

/**
 * A progress bar redraws its line by carriage returns: what counts is what was drawn last. Those at the end belong to
 * the line's end (`\r\n`, `\r\r\n`). So it is on a terminal, for a text with no other line ends too; as a file or as
 * given content such a text keeps its lines (see features/knowledge/originals/line-ends.ts).
 */
function collapseRedraws(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1, end);
}

/** Of an unfinished line what was drawn last; a carriage return at its end may still belong to the line's end. */
function lastDraw(line: string): string {
  if (!line.includes('\r')) return line;
  return collapseRedraws(line) + (line.endsWith('\r') ? '\r' : '');
}

/** A longer line is given out in parts, in characters; what it showed by then can no longer be redrawn. */
const LINE_LIMIT = 64 * 1024;

/**
 * Turns raw output bytes into clean text, piece by piece: invalid UTF-8 becomes U+FFFD, terminal control is removed,
 * redrawn lines keep their last state, CRLF becomes LF. Pieces may be cut anywhere: the text is the same (but for redraws
 * of a line of more than 64 K characters). A line is given out when it is complete, so that redraws in it can be seen.
 */
export class CleanStream {
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

  private take(text: string, isLast: boolean): string {
    const cut = isLast ? -1 : unfinishedEscape(text);
    this.held = cut < 0 ? '' : text.slice(cut);
    const clean = (cut < 0 ? text : text.slice(0, cut)).replace(CONTROL, '');
    const whole = this.line + clean;
    const end = isLast ? whole.length : whole.lastIndexOf('\n') + 1;
    const rest = lastDraw(whole.slice(end));
    const isLong = rest.length > LINE_LIMIT;
    this.line = isLong ? '' : rest;
    const ready = isLong ? whole.slice(0, end) + rest : whole.slice(0, end);
    return ready.includes('\r') ? ready.split('\n').map(collapseRedraws).join('\n') : ready;
  }
}
