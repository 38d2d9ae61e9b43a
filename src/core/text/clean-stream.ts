const ESCAPE = '\u001b';
/** Longest unfinished escape sequence that is held back for the next piece; a longer one is dropped as text. */
const HOLD_LIMIT = 4096;
/**
 * Terminal control: CSI sequences, OSC/DCS/PM/APC strings up to their terminator, two-character escapes; and the
 * control characters that no text needs (all but tab, line feed, carriage return).
 */
const CONTROL =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g;

/** Where an escape sequence begins that this text does not finish; -1 when there is none. */
function unfinishedEscape(text: string): number {
  const at = text.lastIndexOf(ESCAPE);
  if (at < 0 || text.length - at > HOLD_LIMIT) return -1;
  const rest = text.slice(at);
  // A string terminator (ESC \) ends the string that an earlier ESC began.
  if (rest === ESCAPE) return unfinishedString(text, at);
  if (/^\u001b[\]PX^_][^\u0007]*$/.test(rest) || /^\u001b\[[0-?]*[ -/]*$/.test(rest)) return at;
  return -1;
}

/** A final ESC may be the first half of a string's terminator: then the string's own start counts. */
function unfinishedString(text: string, lastEscape: number): number {
  const before = text.lastIndexOf(ESCAPE, lastEscape - 1);
  if (
    before >= 0 &&
    lastEscape - before < HOLD_LIMIT &&
    /^\u001b[\]PX^_][^\u0007]*$/.test(text.slice(before, lastEscape))
  ) {
    return before;
  }
  return lastEscape;
}

/** A progress bar redraws its line by carriage returns: what counts is what was drawn last. */
const collapseRedraws = (line: string): string => {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const at = line.lastIndexOf('\r', end - 1);
  return at < 0 ? line.slice(0, end) : line.slice(at + 1, end);
};

/**
 * Turns raw output bytes into clean text, piece by piece: invalid UTF-8 becomes U+FFFD, terminal control is removed,
 * redrawn lines keep their last state, CRLF becomes LF. Pieces may be cut anywhere. A line is given out when it is
 * complete (or longer than 64 K characters), so that redraws in it can be seen.
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
    const rest = whole.slice(end);
    const isLong = rest.length > 64 * 1024;
    this.line = isLong ? '' : rest;
    const ready = isLong ? whole : whole.slice(0, end);
    return ready.includes('\r') ? ready.split('\n').map(collapseRedraws).join('\n') : ready;
  }
}
