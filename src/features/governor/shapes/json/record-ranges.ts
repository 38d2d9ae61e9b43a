import { CODE } from './json-bytes.ts';
import { type Member, membersOf } from './members.ts';
import type { Place, Step, Unit } from './unit.ts';

/** A record up to here is shown whole; of a bigger one the part that matters. */
const RECORD_BYTES = 420;
/** As much of a record is an example. */
export const EXAMPLE_BYTES = 420;
const BEFORE_BYTES = 120;
const MARK_BYTES = 24;
/** Members that say which record it is. */
const IDENTITY =
  /^(?:id|_id|name|key|title|path|file|filePath|number|uid|url|metadata|Name|Id|fullName|test|rule|ruleId)$/;
const MOST_IDENTITY = 2;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The values on the way to a place, the outermost first; bytes of the unit. */
function ancestorsOf(bytes: Buffer, { unit, path }: Place): readonly Member[] {
  const found: Member[] = [];
  let at = 0;
  let isObject = unit.kind === 'object';
  let rest: readonly Step[] = path;
  if (unit.kind === 'document') {
    const first = bytes[0] === CODE.openObject;
    found.push({ step: 0, keyFrom: 0, from: 0, to: bytes.length, isObject: first, isList: !first });
    at = 1;
    isObject = first;
  }
  while (rest.length > 0) {
    const step = rest[0];
    const member = find(bytes, at, isObject, step);
    if (member === undefined) return found;
    found.push(member);
    at = member.from + 1;
    isObject = member.isObject;
    rest = rest.slice(1);
  }
  return found;
}

function find(bytes: Buffer, from: number, isObject: boolean, step: Step | undefined): Member | undefined {
  for (const member of membersOf(bytes, from, isObject)) if (member.step === step) return member;
  return undefined;
}

/** What of a big record says which one it is. */
export function identityOf(bytes: Buffer, record: Member, left = MOST_IDENTITY): readonly Range[] {
  const ranges: Range[] = [];
  for (const member of membersOf(bytes, record.from + 1, record.isObject)) {
    if (typeof member.step !== 'string' || !IDENTITY.test(member.step)) continue;
    if (member.isObject) ranges.push(...identityOf(bytes, member, 1));
    else if (member.to - member.keyFrom <= BEFORE_BYTES) ranges.push({ from: member.keyFrom, to: member.to });
    if (ranges.length >= left) break;
  }
  return ranges.slice(0, left);
}

/** Ranges so near to each other that a mark between them is no shorter are one. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const out: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last !== undefined && range.from - last.to <= MARK_BYTES)
      out[out.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else out.push(range);
  }
  return out;
}

/** The parts of a record that show a value and whose it is. */
export function rangesOf(bytes: Buffer, place: Place): readonly Range[] {
  const chain = ancestorsOf(bytes, place);
  const target = chain.at(-1);
  if (target === undefined) return [];
  const whole = chain.find(
    ({ isObject, isList, from, to }) => (isObject || isList) && to - from <= RECORD_BYTES,
  );
  const outer = chain.filter(
    ({ isObject, isList, to, from }) => (isObject || isList) && to - from > RECORD_BYTES,
  );
  // The innermost list on the way holds the records.
  const record = outer.filter((_, i) => i > 0 || place.unit.kind !== 'document' || place.path.length < 3);
  const names = record
    .filter(({ isObject }) => isObject)
    .slice(-2)
    .flatMap((each) => identityOf(bytes, each));
  if (whole !== undefined) return [{ from: whole.keyFrom, to: whole.to }, ...names];
  const from = target.keyFrom;
  const to = Math.min(target.to, from + RECORD_BYTES);
  return [{ from, to }, ...names];
}

/** The first record: the first element of the first list on the way, or what is small enough before that. */
export function firstRecord(bytes: Buffer, unit: Unit): Member | undefined {
  let record: Member | undefined;
  let at = unit.kind === 'document' ? 1 : 0;
  let isObject = unit.kind === 'document' ? bytes[0] === CODE.openObject : unit.kind === 'object';
  if (unit.kind === 'document' && isObject && bytes.length <= EXAMPLE_BYTES)
    return { step: 0, keyFrom: 0, from: 0, to: bytes.length, isObject, isList: false };
  for (;;) {
    let next: Member | undefined;
    for (const member of membersOf(bytes, at, isObject)) {
      next ??= member;
      // Plain members in front of the records say little.
      if (!isObject || member.isList || member.to - member.from > EXAMPLE_BYTES) {
        next = member;
        break;
      }
    }
    if (next === undefined) return record;
    record = next;
    const isSmall = next.to - next.keyFrom <= EXAMPLE_BYTES;
    if (isSmall || (next.isObject && !isObject) || !(next.isObject || next.isList)) return record;
    at = next.from + 1;
    isObject = next.isObject;
  }
}
