import type { Product } from './measure/product.ts';

/** `ratio` is without dimension; MB is 2^20 bytes as in /proc, `MB/s` 10^6 bytes a second. */
export type Unit = 'ratio' | 'ms' | 'MB' | 'MB/s' | 'bytes' | 'tokens' | 'count';

/** One measured number. */
export interface Figure {
  /** What was measured, unique within its question. */
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** Largest accepted value; absent for figures that only inform. */
  readonly must?: number;
}

export interface MeasureOptions {
  readonly product: Product;
  /** Fewer rounds: for a look while working. The figures that are kept are measured without it. */
  readonly isQuick: boolean;
}

/** One question that a benchmark answers. */
export interface Question {
  /** As given to `npm run bench <name>`. */
  readonly name: string;
  readonly text: string;
  /** What the ratio is against, or how the number is taken. */
  readonly floor: string;
  /** What a reader may conclude from it, and what not. */
  readonly meaning: string;
  /** Not part of a run without names: it needs more than this repository. */
  readonly isOptional?: boolean;
  /** Empty when it cannot be measured here (a clue goes to stderr). */
  measure(options: MeasureOptions): Promise<readonly Figure[]>;
}
