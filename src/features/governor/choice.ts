import { byteLength } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';
import type { Likeness, Part, Pick } from './picks/pick.ts';
import type { ByteSource } from './text/byte-source.ts';
import type { Line } from './text/scan-lines.ts';
import { showLine } from './text/show-line.ts';

const countOf = (lines: number): string => `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`;

/** What stands where lines are left out. */
export const gapMark = (lines: number): string => `… ${countOf(lines)} …`;
/** What stands behind a line that many others are like. */
const likeMark = (like: Likeness | undefined): string =>
  like === undefined ? '' : ` … (${countOf(like.count)} like this)`;

/** No longer than the mark for one line. */
const SHORT_BYTES = byteLength(gapMark(1));

interface Shown {
  readonly line: Line;
  readonly text: string;
  readonly like: Likeness | undefined;
  readonly parts: readonly Part[];
  /** For its place only: what of it is worth showing may replace what is shown of it. */
  readonly isFrame: boolean;
}

interface Rendered {
  readonly text: string;
  /** The first lines that are left out, 1-based; undefined when there are none. */
  readonly firstGap: readonly [number, number] | undefined;
}

/** The lines that are shown, chosen within a budget. */
export class Choice {
  private readonly shown = new Map<number, Shown>();
  /** Shown elsewhere. */
  private readonly elsewhere = new Set<number>();
  private readonly source: ByteSource;
  private readonly lineBytes: number;
  private readonly gapBytes: number;

  /**
   * @param lineBytes a longer line is shown in parts
   * @param totalLines of the text
   */
  constructor(source: ByteSource, lineBytes: number, totalLines: number) {
    this.source = source;
    this.lineBytes = lineBytes;
    this.gapBytes = byteLength(gapMark(totalLines)) + 1;
  }

  /** These lines are shown elsewhere. */
  leaveOut(indices: readonly number[]): void {
    for (const index of indices) this.elsewhere.add(index);
  }

  /** Indices of the lines, in order. */
  indices(): readonly number[] {
    return [...this.shown.keys()].sort((a, b) => a - b);
  }

  /** True when the line is shown, here or elsewhere. */
  has(index: number): boolean {
    return this.shown.has(index) || this.elsewhere.has(index);
  }

  /** Takes lines one after the other while they fit, up to the first that does not; returns the bytes left. */
  fill(lines: Iterable<Line>, budget: number): number {
    let left = budget;
    for (const line of lines) {
      if (this.has(line.index)) continue;
      const text = showLine(line, this.source, {}, this.lineBytes);
      const cost = byteLength(text) + 1;
      if (cost > left) break;
      this.shown.set(line.index, { line, text, like: undefined, parts: [], isFrame: true });
      left -= cost;
    }
    return left;
  }

  /** Takes each pick that fits, and pays for the gap in front of it; returns the bytes left. */
  pick(picks: Iterable<Pick>, budget: number): number {
    let left = budget;
    for (const pick of picks) {
      if (left <= 0) break;
      const cost = this.take(pick, left);
      left -= cost;
    }
    return left;
  }

  /** Shows each single line, mostly an empty one, between two shown ones that is no longer than the mark for a gap. */
  private closeGaps(): void {
    const indices = this.indices();
    for (const [i, index] of indices.entries()) {
      const between = index - 2 === indices[i - 1] ? this.between(index - 2, index) : undefined;
      if (between === undefined) continue;
      const text = this.source.read(between.start, between.end).toString('utf8');
      this.shown.set(between.index, { line: between, text, like: undefined, parts: [], isFrame: true });
    }
  }

  /** The one line between two shown ones; undefined when it is longer than the mark for a gap. */
  private between(before: number, after: number): Line | undefined {
    const start = (this.shown.get(before)?.line.end ?? 0) + 1;
    const end = (this.shown.get(after)?.line.start ?? 0) - 1;
    return end >= start && end - start <= SHORT_BYTES ? { index: before + 1, start, end } : undefined;
  }

  /** What the gap in front of a line costs. */
  private gapBefore({ index, start }: Line): number {
    if (this.shown.has(index - 1)) return 0;
    const before = this.shown.get(index - 2);
    const bytes = before === undefined ? this.gapBytes : start - before.line.end - 1;
    return bytes > SHORT_BYTES ? this.gapBytes : bytes;
  }

  /** The lines in their order, with a mark for every gap between `from` and `to` (indices, `to` not in it). */
  render(from: number, to: number): Rendered {
    this.closeGaps();
    const out: string[] = [];
    let next = from;
    let firstGap: readonly [number, number] | undefined;
    const gapTo = (index: number): void => {
      if (index <= next) return;
      out.push(gapMark(index - next));
      firstGap ??= [next + 1, index];
    };
    for (const index of this.indices()) {
      gapTo(index);
      const entry = this.shown.get(index);
      if (entry !== undefined) out.push(entry.text + this.likeOf(entry));
      next = index + 1;
    }
    gapTo(to);
    return { text: out.join('\n'), firstGap };
  }

  /** No mark where all of them are shown. */
  private likeOf({ like }: Shown): string {
    if (like === undefined) return '';
    const isAll = like.count === like.kept.length && like.kept.every((index) => this.shown.has(index));
    return isAll ? '' : likeMark(like);
  }

  private takesParts({ line, parts, isFrame }: Shown): boolean {
    return parts.length > 0 || (isFrame && line.end - line.start > this.lineBytes);
  }

  /** Lets a line that is shown for its place stand for others, too; returns what that costs, 0 when it does not fit. */
  private mark(known: Shown, like: Likeness, left: number): number {
    const cost = byteLength(likeMark(like));
    if (cost > left) return 0;
    this.shown.set(known.line.index, { ...known, like });
    return cost;
  }

  /** Returns what it costs; 0 when it does not fit or is there. */
  private take(pick: Pick, left: number): number {
    const { line, like } = pick;
    if (this.elsewhere.has(line.index)) return 0;
    const known = this.shown.get(line.index);
    if (known !== undefined && like !== undefined && known.like === undefined)
      return this.mark(known, like, left);
    if (known !== undefined && (pick.part === undefined || !this.takesParts(known))) return 0;
    const parts = pick.part === undefined ? [] : [...(known?.parts ?? []), pick.part];
    const text = showLine(line, this.source, { spot: pick.spot, parts }, this.lineBytes);
    const before =
      known === undefined ? 0 : byteLength(known.text) + this.gapBytes + byteLength(likeMark(known.like));
    const gap = known !== undefined ? this.gapBytes : this.gapBefore(line);
    const cost = byteLength(text) + 1 + gap + byteLength(likeMark(like)) - before;
    if (cost > left) return 0;
    this.shown.set(line.index, { line, text, like: like ?? known?.like, parts, isFrame: false });
    return cost;
  }
}
