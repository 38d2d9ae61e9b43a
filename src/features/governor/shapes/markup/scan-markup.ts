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
const GREATER = 0x3e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
/** By byte: 1 for what a name begins with, 2 for what it goes on with, and 4 more for a capital. */
const NAME_KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return 3;
  if (/[A-Z]/.test(char)) return 7;
  return /[\w:.-]/.test(char) ? 2 : 0;
});

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

  /** Place of the first such byte at or behind `at`, which is mostly near; -1 when there is none before `limit`. */
  findByte(code: number, at: number, limit: number): number {
    for (let from = at; from < limit; ) {
      this.load(from);
      const { bytes, base } = this;
      const end = Math.min(bytes.length, limit - base);
      for (let i = from - base; i < end; i += 1) if (bytes[i] === code) return base + i;
      from = base + end;
    }
    return -1;
  }

  /** The name that a tag has from `at` on, in small letters; empty when there is none. */
  name(at: number, limit: number): string {
    if (((NAME_KINDS[this.byte(at)] ?? 0) & 1) === 0) return '';
    const { bytes, base } = this;
    let kinds = 0;
    let end = at - base;
    for (; end < limit - base && end < bytes.length; end += 1) {
      const kind = NAME_KINDS[bytes[end] ?? 0] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    const name = bytes.toString('latin1', at - base, end);
    return (kinds & 4) === 0 ? name : name.toLowerCase();
  }

  /** Place of the first such bytes at or behind `at`; -1 when there are none before `limit`. */
  find(needle: string, at: number, limit: number): number {
    const overlap = needle.length - 1;
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
    const less = window.findByte(LESS, at, size);
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
  const first = window.byte(less + 1);
  if (first === EXCLAMATION || first === QUESTION) {
    const head = window.text(less, Math.min(size, less + NAME_BYTES));
    const special = /^<(?:!--|!\[CDATA\[|[!?])/.exec(head)?.[0] ?? '';
    const end = SPECIAL[special] ?? '>';
    const stop = window.find(end, less, size);
    const next = stop < 0 ? size : stop + end.length;
    const isText = special === '<![CDATA[';
    return { token: isText ? { kind: 'text', name: '', from: less, to: next } : undefined, next };
  }
  const isClose = first === SLASH;
  const name = window.name(isClose ? less + 2 : less + 1, Math.min(size, less + NAME_BYTES));
  const close = name === '' ? -1 : window.findByte(GREATER, less, Math.min(size, less + LONGEST_TAG));
  // A sign that begins no tag stands for itself.
  if (name === '' || close < 0)
    return { token: { kind: 'text', name: '', from: less, to: less + 1 }, next: less + 1 };
  return { token: { kind: isClose ? 'close' : 'open', name, from: less, to: close + 1 }, next: close + 1 };
}

/** Where to go on behind an opening tag: behind what is no text for readers. */
function afterHidden(window: Window, { name, to }: Token, size: number): number {
  if (!HIDDEN.has(name) || window.byte(to - 2) === SLASH) return to;
  const end = window.find(`</${name}`, to, size);
  return end < 0 ? size : end;
}
