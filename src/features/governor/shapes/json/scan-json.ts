import type { ByteSource } from '../../text/byte-source.ts';
import { CLASS, CODE, classOf } from './json-bytes.ts';
import { JsonStack } from './json-stack.ts';
import type { Unit } from './unit.ts';

const BLOCK_BYTES = 256 * 1024;
/** A text with more faults is none of JSON with a few other lines. */
const MOST_FAULTS = 40;

/** What a scan met. */
export interface JsonScan {
  documents: number;
  /** Bytes inside whole documents. */
  jsonBytes: number;
  /** Starts of the first lines that are no JSON, and how many such lines there are. */
  readonly otherLines: number[];
  otherCount: number;
  /** The document at the end is not closed. */
  isCut: boolean;
}

const OTHER_KEPT = 400;

/** Where the number or word ends that goes on at `from`; the size when that is not in these bytes. */
function skipScalar(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && classOf(bytes[at] ?? 0) === CLASS.scalar) at += 1;
  return at;
}

/** Reads JSON documents, one after the other with lines of other text between them, in bounded memory. */
export class JsonScanner {
  readonly result: JsonScan = { documents: 0, jsonBytes: 0, otherLines: [], otherCount: 0, isCut: false };
  private readonly stack: JsonStack;
  private state: 'between' | 'skipping' | 'value' | 'key' | 'colon' | 'after' = 'between';
  private inside: 'string' | 'key' | 'scalar' | undefined;
  private isEscaped = false;
  private tokenAt = 0;
  private documentAt = 0;
  private lineAt = 0;
  private faults = 0;
  /** True right behind `[` or `{`, where the closing bracket may stand. */
  private isFresh = false;

  /** @param visit gets runs that together are all there is */
  constructor(visit: (unit: Unit) => void, source: ByteSource) {
    this.stack = new JsonStack(visit, source);
  }

  scan(source: ByteSource): JsonScan {
    const memory = Buffer.allocUnsafeSlow(Math.min(source.size, BLOCK_BYTES));
    for (let at = 0; at < source.size; at += BLOCK_BYTES)
      this.block(source.read(at, Math.min(source.size, at + BLOCK_BYTES), memory), at);
    if (this.inside === 'scalar') this.endValue(source.size);
    if (this.stack.depth > 0) {
      this.result.isCut = true;
      this.result.jsonBytes += source.size - this.documentAt;
      this.result.documents += 1;
      this.stack.abandon();
    } else if (this.state === 'skipping') this.other();
    return this.result;
  }

  private block(bytes: Buffer, base: number): void {
    const size = bytes.length;
    for (let at = 0; at < size; at += 1) {
      if (this.inside === 'string' || this.inside === 'key') {
        at = this.skipString(bytes, at);
        if (at < size) this.endString(base + at + 1);
        continue;
      }
      if (this.state === 'skipping') {
        at = this.skipLine(bytes, at, base);
        continue;
      }
      if (this.inside === 'scalar') {
        at = skipScalar(bytes, at);
        if (at === size) return;
        this.endValue(base + at);
      }
      this.byte(bytes[at] ?? 0, base + at);
    }
  }

  private byte(code: number, at: number): void {
    const kind = classOf(code);
    if (kind !== CLASS.space) this.token(code, kind, at);
    else if (code === CODE.feed && this.stack.depth === 0) this.lineAt = at + 1;
  }

  /** Returns where the line feed is; the size when it is not in these bytes. */
  private skipLine(bytes: Buffer, from: number, base: number): number {
    const feed = bytes.indexOf(CODE.feed, from);
    if (feed < 0) return bytes.length;
    this.other();
    this.state = 'between';
    this.lineAt = base + feed + 1;
    return feed;
  }

  /** Returns where the closing quote is; the size when it is not in these bytes. */
  private skipString(bytes: Buffer, from: number): number {
    const size = bytes.length;
    let at = from;
    if (this.isEscaped) {
      this.isEscaped = false;
      at += 1;
    }
    for (; at < size; at += 1) {
      const code = bytes[at];
      if (code === CODE.quote) return at;
      if (code === CODE.backslash) at += 1;
    }
    this.isEscaped = at > size;
    return size;
  }

  private token(code: number, kind: number, at: number): void {
    const { state } = this;
    if (state === 'between') this.begin(code, at);
    else if (state === 'colon') {
      if (code === CODE.colon) this.state = 'value';
      else this.fault();
    } else if (state === 'after') this.afterValue(code, at);
    else if (code === CODE.closeObject || code === CODE.closeList) {
      if (this.isFresh && code === this.stack.closing) this.close(at + 1);
      else this.fault();
    } else if (state === 'key') {
      if (code === CODE.quote) this.open('key', at);
      else this.fault();
    } else this.value(code, kind, at);
  }

  private begin(code: number, at: number): void {
    if (code !== CODE.openObject && code !== CODE.openList) {
      this.state = 'skipping';
      return;
    }
    this.documentAt = at;
    this.enter(code, at);
  }

  private value(code: number, kind: number, at: number): void {
    this.isFresh = false;
    if (code === CODE.quote) this.open('string', at);
    else if (code === CODE.openObject || code === CODE.openList) this.enter(code, at);
    else if (kind === CLASS.scalar) this.open('scalar', at);
    else this.fault();
  }

  private open(inside: 'string' | 'key' | 'scalar', at: number): void {
    this.inside = inside;
    this.tokenAt = at;
    this.isFresh = false;
    if (inside === 'key' || !this.stack.isObject) this.stack.beginChild(at);
  }

  private endString(end: number): void {
    if (this.inside === 'string') {
      this.endValue(end);
      return;
    }
    this.inside = undefined;
    this.stack.setKey(this.tokenAt, end);
    this.state = 'colon';
  }

  private enter(code: number, at: number): void {
    if (!this.stack.isObject) this.stack.beginChild(at);
    this.stack.push(code === CODE.openObject);
    this.isFresh = true;
    this.state = code === CODE.openObject ? 'key' : 'value';
    if (this.stack.isTooDeep) this.fault();
  }

  private endValue(end: number): void {
    this.inside = undefined;
    this.stack.endChild(end);
    this.state = 'after';
  }

  private afterValue(code: number, at: number): void {
    if (code === CODE.comma) {
      this.isFresh = false;
      this.state = this.stack.isObject ? 'key' : 'value';
    } else if (code === this.stack.closing) this.close(at + 1);
    else this.fault();
  }

  private close(end: number): void {
    this.isFresh = false;
    this.stack.pop(end);
    this.state = 'after';
    if (this.stack.depth > 0) return;
    this.state = 'between';
    this.result.documents += 1;
    this.result.jsonBytes += end - this.documentAt;
    this.lineAt = end;
  }

  /** What was begun is no JSON: what is whole of it stays, and its line counts as another. */
  private fault(): void {
    this.faults += 1;
    this.stack.abandon();
    this.inside = undefined;
    this.lineAt = this.documentAt;
    this.state = 'skipping';
  }

  get hasFailed(): boolean {
    return this.faults > MOST_FAULTS;
  }

  private other(): void {
    this.result.otherCount += 1;
    if (this.result.otherLines.length < OTHER_KEPT) this.result.otherLines.push(this.lineAt);
  }
}
