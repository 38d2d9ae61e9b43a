import { parseJson } from '#core/json.ts';
import type { ByteSource } from '../../text/byte-source.ts';
import { CODE } from './json-bytes.ts';
import type { Step, Unit } from './unit.ts';

/** A run of children is handed over from this size on: parsing it takes a few times as much memory. */
const UNIT_BYTES = 32 * 1024;
/** A single longer child (one long text) is left out. */
const LONGEST_UNIT_BYTES = 1024 * 1024;
const DEEPEST = 100;
const KEY_BYTES = 200;

/** A container that is open. */
interface Frame {
  readonly isObject: boolean;
  /** Its own place in the one around it. */
  readonly index: number;
  readonly keyFrom: number;
  readonly keyTo: number;
  count: number;
  /** Run of children that is not handed over; -1 when there is none. */
  runFrom: number;
  runTo: number;
  runIndex: number;
  /** Parts of it are handed over, so that it is not as a whole. */
  isSplit: boolean;
}

const frameOf = (isObject: boolean, index: number, keyFrom: number, keyTo: number): Frame => ({
  isObject,
  index,
  keyFrom,
  keyTo,
  count: 0,
  runFrom: -1,
  runTo: -1,
  runIndex: 0,
  isSplit: false,
});

/** The containers that are open, and which of their children are not handed over yet. */
export class JsonStack {
  private frames: Frame[] = [];
  private top: Frame | undefined;
  /** True when the innermost container is an object. */
  isObject = false;
  private keyFrom = 0;
  private keyTo = 0;
  private documents = 0;
  private documentFrom = 0;
  private readonly visit: (unit: Unit) => void;
  private readonly source: ByteSource;

  constructor(visit: (unit: Unit) => void, source: ByteSource) {
    this.visit = visit;
    this.source = source;
  }

  get depth(): number {
    return this.frames.length;
  }

  get isTooDeep(): boolean {
    return this.frames.length > DEEPEST;
  }

  /** The byte that closes the innermost container. */
  get closing(): number {
    return this.isObject ? CODE.closeObject : CODE.closeList;
  }

  setKey(from: number, to: number): void {
    this.keyFrom = from;
    this.keyTo = to;
  }

  /** @param at where the child begins: its key, or the value itself */
  beginChild(at: number): void {
    const frame = this.top;
    if (frame === undefined) {
      this.documentFrom = at;
      return;
    }
    if (frame.runFrom >= 0) return;
    frame.runFrom = at;
    frame.runTo = -1;
    frame.runIndex = frame.count;
  }

  push(isObject: boolean): void {
    const hasKey = this.isObject;
    const index = this.top?.count ?? 0;
    this.top = frameOf(isObject, index, hasKey ? this.keyFrom : -1, hasKey ? this.keyTo : -1);
    this.frames.push(this.top);
    this.isObject = isObject;
  }

  endChild(end: number): void {
    const frame = this.top;
    if (frame === undefined) return;
    frame.count += 1;
    frame.runTo = end;
    if (end - frame.runFrom > UNIT_BYTES) this.flush();
  }

  /** The innermost container ends. */
  pop(end: number): void {
    const last = this.top;
    if (last?.isSplit === true) this.flush();
    this.frames.pop();
    const parent = this.frames.at(-1);
    this.top = parent;
    this.isObject = parent?.isObject === true;
    if (parent === undefined) this.endDocument(last?.isSplit === true, end);
    else if (last?.isSplit === true) {
      parent.count += 1;
      parent.runFrom = -1;
    } else this.endChild(end);
  }

  /** What is whole is handed over, and nothing is open any more. */
  abandon(): void {
    if (this.frames.length > 0) this.flush();
    if (this.frames.length > 0) this.documents += 1;
    this.frames = [];
    this.top = undefined;
    this.isObject = false;
  }

  private endDocument(isSplit: boolean, end: number): void {
    const base = [this.documents];
    if (!isSplit) this.visit({ kind: 'document', from: this.documentFrom, to: end, base, first: 0 });
    this.documents += 1;
  }

  /** Hands over the runs of all open containers, the outer ones first: their child that is open goes on in parts. */
  private flush(): void {
    const path: Step[] = [this.documents];
    for (const [depth, frame] of this.frames.entries()) {
      if (depth > 0) path.push(frame.keyFrom >= 0 ? this.keyOf(frame) : frame.index);
      const { runFrom, runTo, runIndex, isObject } = frame;
      const kind = isObject ? 'object' : 'list';
      frame.isSplit = true;
      frame.runFrom = -1;
      if (runFrom < 0 || runTo <= runFrom || runTo - runFrom > LONGEST_UNIT_BYTES) continue;
      this.visit({ kind, from: runFrom, to: runTo, base: [...path], first: runIndex });
    }
  }

  private keyOf({ keyFrom, keyTo }: Frame): string {
    const text = this.source.read(keyFrom, Math.min(keyTo, keyFrom + KEY_BYTES)).toString('utf8');
    const key = parseJson(text);
    return typeof key === 'string' ? key : text;
  }
}
