import { characterStart } from '#core/text/bytes.ts';
import type { Passage } from '#storage/source.ts';
import { type Line, linesOf } from './lines.ts';

/** Hard limit of a passage, in bytes. */
export const PASSAGE_LIMIT = 4096;

/** Level of a mark before which nothing is cut. */
export const NO_CUT = 1000;

/** A place where a unit of the text begins (a section, a definition, a record), so that it may be cut before it. */
export interface Mark {
  readonly byte: number;
  /** 1-based number of the line that holds `byte`. */
  readonly line: number;
  /**
   * 0 is the outermost; the text is cut at the outermost marks that make passages of a good size. Below 0: always;
   * `NO_CUT`: never, the mark only names something.
   */
  readonly level: number;
}

export interface PackerOptions<M extends Mark> {
  /** Units are joined up to this many bytes. */
  readonly aimBytes: number;
  /** A unit up to this many bytes stays whole; at most the hard limit. */
  readonly maxBytes: number;
  /** Title of a passage: of the units that begin in it, and of the one that it continues, if it begins inside one. */
  readonly title: (marks: readonly M[], continued: M | undefined) => string;
}

/** Nicer than in a word: behind these the parts of an overlong line are cut. */
const SEPARATORS = new Set([...' ;,>}|\t'].map((character) => character.charCodeAt(0)));

/**
 * Packs a text into passages. Told of it piece by piece, in order: `mark` before the text that begins there, `extend`
 * for every line, or for a part of a line. What is cut off is `ready`.
 */
export class PassagePacker<M extends Mark> {
  /** Passages that are complete; the caller takes them out. */
  readonly ready: Passage[] = [];
  private readonly bytes: Buffer;
  private readonly options: PackerOptions<M>;
  private readonly minBytes: number;
  private start = 0;
  private startLine = 1;
  private end = 0;
  private line = 1;
  private marks: M[] = [];
  private continued: M | undefined;
  private wasBlank = false;
  private paragraph = 0;
  private paragraphLine = 1;

  constructor(bytes: Buffer, options: PackerOptions<M>) {
    this.bytes = bytes;
    this.options = options;
    this.minBytes = options.aimBytes / 4;
  }

  /** A unit begins at `mark.byte`, which may lie behind what was told already (a comment that turns out to belong to it). */
  mark(mark: M): void {
    if (mark.byte < this.start) {
      this.continued = mark;
      return;
    }
    if (mark.level < 0) this.cut(mark.byte, mark.line);
    this.marks.push(mark);
  }

  /** Bytes of the open passage. */
  get size(): number {
    return this.end - this.start;
  }

  /** The text goes on to `end` (exclusive), in line `line`. */
  extend(end: number, line: number, isBlank = false): void {
    const pieceStart = this.end;
    if (this.wasBlank && !isBlank) {
      this.paragraph = pieceStart;
      this.paragraphLine = line;
    }
    this.wasBlank = isBlank;
    this.end = end;
    this.line = line;
    if (end - this.start > this.options.aimBytes) this.shrink(pieceStart);
  }

  /** The text is over. */
  finish(): void {
    const isLineEnd = this.bytes[this.end - 1] === 10;
    this.cut(this.end, isLineEnd ? this.line + 1 : this.line);
  }

  private shrink(pieceStart: number): void {
    while (this.size > this.options.aimBytes) {
      const mark = this.bestMark();
      if (mark !== undefined) this.cut(mark.byte, mark.line);
      else if (this.size <= this.options.maxBytes) return;
      else if (this.paragraph >= this.start + this.minBytes) this.cut(this.paragraph, this.paragraphLine);
      else if (pieceStart > this.start) this.cut(pieceStart, this.line);
      else if (this.size <= PASSAGE_LIMIT) return;
      else this.cut(this.placeInLine(), this.line);
    }
  }

  /** The last of the outermost marks that leave a passage of some size; the last one when none does. */
  private bestMark(): M | undefined {
    let best: M | undefined;
    for (const mark of this.marks) {
      if (mark.byte <= this.start || mark.byte >= this.end || mark.level === NO_CUT) continue;
      const isSmall = best === undefined || best.byte < this.start + this.minBytes;
      if (best === undefined || isSmall || mark.level <= best.level) best = mark;
    }
    return best;
  }

  /** Where the start of an overlong line is cut. */
  private placeInLine(): number {
    const { aimBytes } = this.options;
    for (let at = this.start + aimBytes; at > this.start + aimBytes / 2; at -= 1) {
      if (SEPARATORS.has(this.bytes[at - 1] ?? 0)) return at;
    }
    return characterStart(this.bytes, this.start + aimBytes);
  }

  /** Cuts before `byte`, which is in `line`. */
  private cut(byte: number, line: number): void {
    if (byte <= this.start) return;
    const marks: M[] = [];
    const later: M[] = [];
    for (const mark of this.marks) (mark.byte < byte ? marks : later).push(mark);
    const isUnit = marks[0]?.byte === this.start;
    this.ready.push({
      title: this.options.title(marks, isUnit ? undefined : this.continued),
      startByte: this.start,
      endByte: byte,
      startLine: this.startLine,
      endLine: this.bytes[byte - 1] === 10 ? line - 1 : line,
    });
    this.continued = marks.at(-1) ?? this.continued;
    this.marks = later;
    this.start = byte;
    this.startLine = line;
  }
}

/** Packs a text line by line; `visit` sets the marks of each line before the packer has it. */
export function* packLines<M extends Mark>(
  bytes: Buffer,
  packer: PassagePacker<M>,
  visit: (line: Line) => void,
): Generator<Passage> {
  for (const line of linesOf(bytes)) {
    visit(line);
    packer.extend(line.end, line.number, line.isBlank);
    if (packer.ready.length > 0) yield* packer.ready.splice(0);
  }
  packer.finish();
  yield* packer.ready;
}
