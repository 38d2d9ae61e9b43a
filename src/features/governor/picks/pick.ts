import type { Line } from '../text/scan-lines.ts';

/** Bytes of the text, both inside one line. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Lines that differ in numbers only. */
export interface Likeness {
  /** How many there are. */
  readonly count: number;
  /** Indices of those that are kept, the first one at the front. */
  readonly kept: readonly number[];
}

/** A line that is worth showing. */
export interface Pick {
  readonly line: Line;
  /** Higher is shown first; those of RANK, or between them. */
  readonly rank: number;
  /** Byte of the text because of which it is shown; undefined when it is for its place or as a whole. */
  readonly spot?: number | undefined;
  /** Of a long line only this; several picks of one line add up. */
  readonly part?: Part | undefined;
  /** It stands for all of these. */
  readonly like?: Likeness | undefined;
}

/** What is shown before what, while the budget lasts. */
export const RANK = {
  /** It ended everything. */
  fatal: 90,
  error: 80,
  /** What a tool says at its end: counts of what passed and failed. */
  summary: 75,
  /** The lines below an error that belong to it, and the heading above it. */
  errorDetail: 70,
  /** What a kind of text is about: what its shape found. */
  shape: 65,
  moreErrors: 60,
  warning: 50,
  /** The few lines that are unlike all others. */
  outlier: 40,
  /** Examples of the many. */
  sample: 30,
} as const;
