import type { Pick } from '../picks/pick.ts';
import type { LineIndex } from './line-index.ts';

/** A line up to here is shown whole even if less of it is meant. */
const LINE_BYTES = 600;

/** Makes picks of byte ranges, each range once. */
export class RangePicks {
  private readonly seen = new Set<string>();
  private readonly lines: LineIndex;

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /** Lines, or the part of a long line, between two bytes; empty when they were made before. */
  range(from: number, to: number, rank: number): readonly Pick[] {
    const key = `${from} ${to}`;
    if (this.seen.has(key) || to <= from) return [];
    this.seen.add(key);
    return [...this.lines.between(from, to)].map((line) => {
      const isPart = line.end - line.start > LINE_BYTES;
      const part = { from: Math.max(from, line.start), to: Math.min(to, line.end) };
      return { line, rank, part: isPart ? part : undefined };
    });
  }
}
