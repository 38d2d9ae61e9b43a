import { type Look, lookAtLine } from './look-at-line.ts';
import type { ByteSource, Line } from './scan-lines.ts';

/** A line that may be shown. */
export interface Candidate extends Line {
  /** Byte of the text because of which it is shown; undefined when it is for its place alone. */
  readonly spot: number | undefined;
}

/** Lines that differ in numbers only. */
interface Group {
  readonly members: Candidate[];
  /** The line behind the first one: often the reason stands there. */
  next: Candidate | undefined;
  count: number;
}

/** How many lines are kept: that hold most of what is wanted, of one group, and groups of one level. */
const WANTED = 12;
const GROUP_MEMBERS = 8;
const GROUPS = 500;
/** Of a larger text so much at each end is looked at for signals and words; beyond it lines are only counted. */
const LOOKED_BYTES = 16 * 1024 * 1024;

/** Chooses, in one pass over a text of any size and in bounded memory, the lines that a digest can show. */
export class LineCandidates {
  readonly head: Candidate[] = [];
  /** Of the last `ends` lines: start, end and spot of each, or -1; numbers, since every line passes through. */
  private readonly ring: Float64Array;
  private total = 0;
  /** First and last index of the lines that were not looked at. */
  unlooked: { readonly first: number; readonly last: number } | undefined;
  private readonly wanted: { readonly line: Candidate; readonly words: number }[] = [];
  private readonly groups = {
    1: new Map<string, Group>(),
    2: new Map<string, Group>(),
    3: new Map<string, Group>(),
  };
  private awaitsNext: Group | undefined;
  private readonly source: ByteSource;
  private readonly ends: number;
  private readonly words: readonly string[];

  /** @param ends how many lines at each end are kept */
  constructor(source: ByteSource, ends: number, words: readonly string[]) {
    this.source = source;
    this.ends = ends;
    this.words = words;
    this.ring = new Float64Array(3 * ends);
  }

  add(line: Line): void {
    const look = this.look(line);
    this.total = line.index + 1;
    const slot = (line.index % this.ends) * 3;
    this.ring[slot] = line.start;
    this.ring[slot + 1] = line.end;
    this.ring[slot + 2] = look?.spot ?? -1;
    if (look === undefined && this.head.length >= this.ends && this.awaitsNext === undefined) return;
    const { index, start, end } = line;
    const candidate = { index, start, end, spot: look?.spot };
    if (this.head.length < this.ends) this.head.push(candidate);
    if (this.awaitsNext !== undefined) this.awaitsNext.next = candidate;
    this.awaitsNext = undefined;
    if (look === undefined) return;
    if (look.words > 0) this.want(candidate, look.words);
    if (look.level > 0) this.note(candidate, look);
  }

  /** The lines at the end, the last one first. */
  *fromEnd(): Generator<Candidate> {
    for (let index = this.total - 1; index >= Math.max(0, this.total - this.ends); index -= 1) {
      const slot = (index % this.ends) * 3;
      const [start = 0, end = 0, spot = -1] = this.ring.subarray(slot, slot + 3);
      yield { index, start, end, spot: spot < 0 ? undefined : spot };
    }
  }

  /** Candidates by their worth: wanted, fatal, errors with the line behind each, warnings, then more of each group. */
  *inOrder(): Generator<Candidate> {
    this.trimWanted();
    for (const { line } of this.wanted) yield line;
    const groups = [3, 2, 1].flatMap((level) => [...this.groups[level as 1 | 2 | 3].values()]);
    for (const { members, next } of groups) {
      yield* members.slice(0, 1);
      if (next !== undefined) yield next;
    }
    for (const { members } of groups) yield* members.slice(1);
  }

  /** Groups of errors by the index of their first line: how many lines, and which of them are kept. */
  repeats(): ReadonlyMap<number, { readonly count: number; readonly members: readonly Candidate[] }> {
    const all = [...this.groups[3].values(), ...this.groups[2].values(), ...this.groups[1].values()];
    return new Map(all.map((group) => [group.members[0]?.index ?? -1, group]));
  }

  private look(line: Line): Look | undefined {
    if (line.start < LOOKED_BYTES || line.end > this.source.size - LOOKED_BYTES)
      return lookAtLine(line, this.source, this.words);
    this.unlooked = { first: this.unlooked?.first ?? line.index, last: line.index };
    return undefined;
  }

  private want(line: Candidate, words: number): void {
    this.wanted.push({ line, words });
    if (this.wanted.length >= 100) this.trimWanted();
  }

  private trimWanted(): void {
    this.wanted.sort((a, b) => b.words - a.words || a.line.index - b.line.index);
    this.wanted.splice(WANTED);
  }

  private note(candidate: Candidate, { level, shape }: Look): void {
    if (level === 0) return;
    const groups = this.groups[level];
    const known = groups.get(shape);
    if (known !== undefined) {
      known.count += 1;
      if (known.members.length < GROUP_MEMBERS) known.members.push(candidate);
      return;
    }
    if (groups.size >= GROUPS) return;
    const group: Group = { members: [candidate], next: undefined, count: 1 };
    groups.set(shape, group);
    if (level > 1) this.awaitsNext = group;
  }
}
