import { type Pick, RANK } from '../../picks/pick.ts';
import type { ByteSource } from '../../text/byte-source.ts';
import { isKeyLine } from '../dialogues/key-lines.ts';
import type { LineIndex } from '../line-index.ts';
import { RangePicks } from '../range-picks.ts';
import { tellsTrouble } from '../tells-trouble.ts';
import { CODE } from './json-bytes.ts';
import { membersOf } from './members.ts';
import { EXAMPLE_BYTES, firstRecord, identityOf, merged, rangesOf } from './record-ranges.ts';
import type { Place, Unit } from './unit.ts';

const PIECE_BYTES = 150;
const END_PIECES = 24;
/** Lines of other text at either end that are shown. */
const OTHER_ENDS = 8;

/** Shows records of JSON by verbatim lines, or by parts of long lines. */
export class JsonPicks {
  private readonly source: ByteSource;
  private readonly lines: LineIndex;
  private readonly ranges: RangePicks;

  constructor(source: ByteSource, lines: LineIndex) {
    this.source = source;
    this.lines = lines;
    this.ranges = new RangePicks(lines);
  }

  /** Most of the text is one line. */
  get isOneLine(): boolean {
    const { start, end } = this.lines.find(this.source.size >> 1);
    return end - start > this.source.size / 2;
  }

  /** Of a text of one line more and more of its start and its end, for the room that nothing else needs. */
  ends(from: number, to: number): readonly Pick[] {
    const out: Pick[] = [];
    const line = this.lines.find(from);
    for (let i = 0; i < END_PIECES && i * PIECE_BYTES < (to - from) / 2; i += 1) {
      const rank = JSON_RANK.sample - 1 - i / END_PIECES;
      const start = from + i * PIECE_BYTES;
      const end = to - i * PIECE_BYTES;
      out.push({ line, rank, part: { from: start, to: start + PIECE_BYTES } });
      out.push({ line, rank, part: { from: Math.max(from, end - PIECE_BYTES), to: end } });
    }
    return out;
  }

  /** Which records there are in a unit, where they are too big to be shown. */
  names(unit: Unit, rank: number): readonly Pick[] {
    const bytes = this.source.read(unit.from, unit.to);
    const isObject = unit.kind === 'document' ? bytes[0] === CODE.openObject : unit.kind === 'object';
    const out: Pick[] = [];
    for (const member of membersOf(bytes, unit.kind === 'document' ? 1 : 0, isObject)) {
      if (!member.isObject || member.to - member.from <= EXAMPLE_BYTES) continue;
      for (const { from, to } of merged(identityOf(bytes, member)))
        out.push(...this.ranges.range(unit.from + from, unit.from + to, rank));
    }
    return out;
  }

  /** The picks that show what lies at a place; empty when they are there already. */
  show(place: Place, rank: number): readonly Pick[] {
    const { unit } = place;
    const bytes = this.source.read(unit.from, unit.to);
    return merged(rangesOf(bytes, place)).flatMap(({ from, to }) =>
      this.ranges.range(unit.from + from, unit.from + to, rank),
    );
  }

  /** The first record of a unit, or as much of it as an example needs. */
  example(unit: Unit, rank: number): readonly Pick[] {
    const bytes = this.source.read(unit.from, unit.to);
    const record = firstRecord(bytes, unit);
    const { from = 0, to = 0 } = record ?? {};
    return this.ranges.range(unit.from + from, unit.from + Math.min(to, from + EXAMPLE_BYTES), rank);
  }

  /** Lines that are no JSON: those of an HTTP dialogue that say how it went, the first and the last. */
  others(starts: readonly number[]): readonly Pick[] {
    const out: Pick[] = [];
    for (const [i, start] of starts.entries()) {
      const line = this.lines.find(start);
      const isEnd = i < OTHER_ENDS || i >= starts.length - OTHER_ENDS;
      const text = this.source.read(line.start, Math.min(line.end, line.start + 400)).toString('utf8');
      const isKey = isKeyLine(text);
      if (tellsTrouble(text)) out.push({ line, rank: RANK.error });
      else if (isKey || isEnd) out.push({ line, rank: JSON_RANK.other + (isKey ? 1 : 0) });
    }
    return out;
  }
}

/** Kept in one place, since order among them is what the budget goes by. */
export const JSON_RANK = {
  other: RANK.summary,
  trouble: RANK.errorDetail + 2,
  first: RANK.errorDetail + 1,
  difference: RANK.shape,
  sample: RANK.sample,
} as const;
