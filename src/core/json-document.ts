const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
/** Bytes of a UTF-8 byte order mark, which some hosts write first. */
const isMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;

export type ScanState = 'empty' | 'open' | 'complete' | 'not-json';

/**
 * Finds the end of the first JSON object or array in a byte stream, without parsing it: hosts may keep a hook's stdin
 * open after the document, so end of file cannot be waited for. Bytes may be cut anywhere, also inside a character.
 */
export class JsonDocumentScanner {
  state: ScanState = 'empty';
  private depth = 0;
  private inString = false;
  private escaped = false;

  /** Takes the next bytes; returns how many of them belong to the document (all, unless it is complete). */
  push(bytes: Uint8Array): number {
    let i = this.state === 'empty' ? this.skipLead(bytes) : 0;
    if (this.state !== 'open') return i;
    for (; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (this.inString) this.stepInString(byte);
      else if (this.stepOutside(byte)) {
        this.state = 'complete';
        return i + 1;
      }
    }
    return i;
  }

  /** Passes blanks and a byte order mark; the first other byte decides whether this is a document at all. */
  private skipLead(bytes: Uint8Array): number {
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (isSpace(byte) || isMark(byte)) continue;
      this.state = byte === OPEN_BRACE || byte === OPEN_BRACKET ? 'open' : 'not-json';
      return i;
    }
    return bytes.length;
  }

  /** True when this byte closes the document. */
  private stepOutside(byte: number): boolean {
    if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth -= 1;
    else return false;
    return this.depth === 0 && !this.inString;
  }

  private stepInString(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }
}
