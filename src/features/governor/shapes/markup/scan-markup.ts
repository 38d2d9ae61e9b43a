import type { ByteSource } from '../../text/byte-source.ts';

/** A tag, or a run of text between tags, in bytes of the source. */
export interface Token {
  readonly kind: 'open' | 'close' | 'text';
  /** Of a tag, in small letters; empty for text. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const BLOCK_BYTES = 1024 * 1024;
const NAME_BYTES = 64;
const LESS = 0x3c;
const SLASH = 0x2f;
/** A tag that does not end before is a sign that stands for itself. */
const LONGEST_TAG = 16 * 1024;

/** Text inside these is no text for readers. */
const HIDDEN = new Set(['script', 'style', 'template', 'svg', 'noscript']);

/** Finds bytes from a place on, in large pieces. */
class Window {
  private base = 0;
  private bytes: Buffer = Buffer.alloc(0);
  private readonly source: ByteSource;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Place of the first such bytes at or behind `at`; -1 when there are none before `limit`. */
  find(needle: string | number, at: number, limit: number): number {
    const overlap = typeof needle === 'number' ? 0 : needle.length - 1;
    for (let from = at; from < limit; ) {
      this.load(from);
      // A tag that never ends must not cost a look at all that follows.
      const bytes = this.bytes.subarray(from - this.base, Math.max(0, limit - this.base));
      const found = bytes.indexOf(needle, 0, 'latin1');
      if (found >= 0) return from + found;
      const end = this.base + this.bytes.length;
      if (end >= this.source.size) return -1;
      from = Math.max(from + 1, end - overlap);
    }
    return -1;
  }

  text(from: number, to: number): string {
    this.load(from);
    const end = this.base + this.bytes.length;
    const bytes =
      to <= end ? this.bytes.subarray(from - this.base, to - this.base) : this.source.read(from, to);
    return bytes.toString('latin1');
  }

  byte(at: number): number {
    this.load(at);
    return this.bytes[at - this.base] ?? 0;
  }

  private load(at: number): void {
    const end = this.base + this.bytes.length;
    if (at >= this.base && (at < end - NAME_BYTES || end >= this.source.size) && this.bytes.length > 0)
      return;
    this.base = at;
    this.bytes = this.source.read(at, Math.min(this.source.size, at + BLOCK_BYTES));
  }
}

/** Ends of what is no tag. */
const SPECIAL: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };

/**
 * Tags and texts of HTML or XML in order; comments are left out.
 * @param isHtml scripts, styles and the like are left out, too
 */
export function* scanMarkup(source: ByteSource, from: number, isHtml: boolean): Generator<Token> {
  const window = new Window(source);
  const { size } = source;
  for (let at = from; at < size; ) {
    const less = window.find(LESS, at, size);
    const textEnd = less < 0 ? size : less;
    if (textEnd > at) yield { kind: 'text', name: '', from: at, to: textEnd };
    if (less < 0) return;
    const { token, next } = tokenAt(window, less, size);
    if (token !== undefined) yield token;
    at = isHtml && token?.kind === 'open' ? afterHidden(window, token, size) : next;
  }
}

/** What begins with the sign at `less`, and where to go on. */
function tokenAt(window: Window, less: number, size: number): { token: Token | undefined; next: number } {
  const head = window.text(less, Math.min(size, less + NAME_BYTES));
  const special = /^<(?:!--|!\[CDATA\[|[!?])/.exec(head)?.[0];
  if (special !== undefined) {
    const end = SPECIAL[special] ?? '>';
    const stop = window.find(end, less, size);
    const next = stop < 0 ? size : stop + end.length;
    const isText = special === '<![CDATA[';
    return { token: isText ? { kind: 'text', name: '', from: less, to: next } : undefined, next };
  }
  const name = /^<\/?([a-z][\w:.-]*)/i.exec(head)?.[1]?.toLowerCase();
  const close = name === undefined ? -1 : window.find('>', less, Math.min(size, less + LONGEST_TAG));
  // A sign that begins no tag stands for itself.
  if (name === undefined || close < 0)
    return { token: { kind: 'text', name: '', from: less, to: less + 1 }, next: less + 1 };
  const kind = window.byte(less + 1) === SLASH ? 'close' : 'open';
  return { token: { kind, name, from: less, to: close + 1 }, next: close + 1 };
}

/** Where to go on behind an opening tag: behind what is no text for readers. */
function afterHidden(window: Window, { name, to }: Token, size: number): number {
  if (!HIDDEN.has(name) || window.byte(to - 2) === SLASH) return to;
  const end = window.find(`</${name}`, to, size);
  return end < 0 ? size : end;
}
