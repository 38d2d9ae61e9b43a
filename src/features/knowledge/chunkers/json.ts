import type { Passage } from '#storage/source.ts';
import { type JsonFrame, type JsonMark, jsonTitle } from './json-title.ts';
import { PassagePacker } from './packer.ts';

const JSON_AIM = 1200;
const JSON_MAX = 2400;
/** Deeper containers are text: no path is kept for them. */
const DEPTH_LIMIT = 64;

const LF = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;
const isCloser = (byte: number | undefined): boolean => byte === 93 || byte === 125;
const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 13;
/** Part of a number, a word or a colon: nothing that needs a look. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte > 44 && byte !== OPEN_ARRAY && !isCloser(byte) && byte !== OPEN_OBJECT;

/** Walks over JSON, good or broken, and marks every element of every container. */
class JsonWalk {
  readonly packer: PassagePacker<JsonMark>;
  private readonly bytes: Buffer;
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private frame: JsonFrame | undefined;
  private deeper = 0;
  private mark: JsonMark | undefined;
  /** Where the next element may begin, just behind its comma or bracket; -1: none is expected. */
  private expectedAt = -1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.packer = new PassagePacker(bytes, {
      aimBytes: JSON_AIM,
      maxBytes: JSON_MAX,
      title: (marks, continued) => jsonTitle(bytes, marks, continued),
    });
  }

  /** One token. False at the end. */
  step(): boolean {
    if (this.at >= this.bytes.length) return false;
    const byte = this.bytes[this.at] ?? 0;
    if (byte === LF) this.newLine();
    else if (isBlank(byte)) this.skip(isBlank);
    else if (isCloser(byte)) this.close();
    else {
      if (this.expectedAt >= 0) this.beginElement();
      if (byte === QUOTE) this.skipString();
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.open(byte === OPEN_ARRAY);
      else if (byte === COMMA) this.comma();
      else this.skip(isPlain);
    }
    return true;
  }

  /** Over this byte and those after it that are of a kind. */
  private skip(isOfKind: (byte: number | undefined) => boolean): void {
    let at = this.at + 1;
    while (isOfKind(this.bytes[at])) at += 1;
    this.at = at;
  }

  finish(): void {
    if (this.lineStart < this.bytes.length) this.packer.extend(this.bytes.length, this.line);
    this.packer.finish();
  }

  private newLine(): void {
    this.at += 1;
    this.packer.extend(this.at, this.line);
    this.line += 1;
    this.lineStart = this.at;
  }

  private beginElement(): void {
    const frame = this.frame;
    const byte = Math.max(this.expectedAt, this.lineStart);
    this.expectedAt = -1;
    if (frame === undefined) return;
    if (byte > this.lineStart) this.packer.extend(byte, this.line);
    const index = frame.count;
    frame.count += 1;
    this.mark = {
      byte,
      line: this.line,
      level: frame.depth,
      frame,
      index,
      keyStart: this.at,
      keyEnd: this.at,
    };
    this.packer.mark(this.mark);
  }

  /** To behind the closing quote, or to the line's end when there is none: JSON strings hold no line feed. */
  private skipString(): void {
    const { bytes } = this;
    let at = this.at + 1;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === LF) break;
      if (byte === BACKSLASH && bytes[at + 1] !== LF) at += 1;
    }
    const isKey = this.mark !== undefined && this.mark.keyStart === this.at;
    if (isKey && this.mark !== undefined) {
      this.mark.keyStart = this.at + 1;
      this.mark.keyEnd = at;
    }
    this.at = Math.min(bytes[at] === LF ? at : at + 1, bytes.length);
  }

  private open(isArray: boolean): void {
    this.at += 1;
    const depth = this.frame === undefined ? 0 : this.frame.depth + 1;
    if (this.deeper > 0 || depth >= DEPTH_LIMIT) {
      this.deeper += 1;
      return;
    }
    this.frame = {
      parent: this.frame,
      via: this.frame === undefined ? undefined : this.mark,
      depth,
      isArray,
      count: 0,
    };
    this.expectedAt = this.at;
  }

  private close(): void {
    this.at += 1;
    this.expectedAt = -1;
    if (this.deeper > 0) this.deeper -= 1;
    else this.frame = this.frame?.parent;
  }

  private comma(): void {
    this.at += 1;
    if (this.deeper === 0 && this.frame !== undefined) this.expectedAt = this.at;
  }
}

/** JSON by element, pretty or in one line; the path of its keys as title. Broken JSON is cut as far as it makes sense. */
export function* chunkJson(bytes: Buffer): Generator<Passage> {
  const walk = new JsonWalk(bytes);
  const { ready } = walk.packer;
  while (walk.step()) {
    if (ready.length > 0) yield* ready.splice(0);
  }
  walk.finish();
  yield* ready;
}
