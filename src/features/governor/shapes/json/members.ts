import { parseJson } from '#core/json.ts';
import { CLASS, CODE, classOf } from './json-bytes.ts';
import type { Step } from './unit.ts';

/** A value inside a text, in bytes of it. */
export interface Member {
  readonly step: Step;
  /** Where its key begins; the value itself in a list. */
  readonly keyFrom: number;
  readonly from: number;
  readonly to: number;
  readonly isObject: boolean;
  readonly isList: boolean;
}

const skipSpace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && classOf(bytes[at] ?? 0) === CLASS.space) at += 1;
  return at;
};

function skipString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === CODE.backslash) at += 1;
    else if (bytes[at] === CODE.quote) return at + 1;
  }
  return bytes.length;
}

/** Returns the place behind the value that begins at `from`. */
function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    if (code === CODE.quote) at = skipString(bytes, at);
    else {
      if (code === CODE.openList || code === CODE.openObject) depth += 1;
      else if (code === CODE.closeList || code === CODE.closeObject) depth -= 1;
      else if (depth === 0) {
        while (at < bytes.length && classOf(bytes[at] ?? 0) === CLASS.scalar) at += 1;
        return Math.max(at, from + 1);
      }
      at += 1;
    }
    if (depth <= 0) return at;
  }
  return bytes.length;
}

/** What a container of valid JSON holds; `from` is behind its opening bracket. */
export function* membersOf(bytes: Uint8Array, from: number, isObject: boolean): Generator<Member> {
  let index = 0;
  for (let at = skipSpace(bytes, from); at < bytes.length; at = skipSpace(bytes, at)) {
    const code = bytes[at] ?? 0;
    if (code === CODE.closeList || code === CODE.closeObject) return;
    if (code === CODE.comma) {
      at += 1;
      continue;
    }
    const keyFrom = at;
    let step: Step = index;
    if (isObject) {
      const keyTo = skipString(bytes, at);
      const key = parseJson(Buffer.from(bytes.subarray(at, keyTo)).toString('utf8'));
      step = typeof key === 'string' ? key : index;
      at = skipSpace(bytes, skipSpace(bytes, keyTo) + 1);
    }
    const to = skipValue(bytes, at);
    const first = bytes[at];
    yield {
      step,
      keyFrom,
      from: at,
      to,
      isObject: first === CODE.openObject,
      isList: first === CODE.openList,
    };
    index += 1;
    at = to;
  }
}
