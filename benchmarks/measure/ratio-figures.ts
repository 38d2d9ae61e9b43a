import type { Figure } from '../question.ts';
import { median, pairedRatios } from './statistics.ts';

export interface RatioRequest {
  /** Put in front of the figures' names: `server`, `FIFO`. */
  readonly label: string;
  readonly valuesMs: readonly number[];
  /** Of the same rounds. */
  readonly floorsMs: readonly number[];
  /** Largest accepted median of the per-round ratios. */
  readonly must?: number;
}

/** The figures of one comparison: the ratio that counts, the ratio of the two best rounds, and absolute times. */
export function ratioFigures({ label, valuesMs, floorsMs, must }: RatioRequest): readonly Figure[] {
  const accepted = must === undefined ? {} : { must };
  return [
    {
      name: `${label} / floor, median of paired rounds`,
      value: median(pairedRatios(valuesMs, floorsMs)),
      unit: 'ratio',
      ...accepted,
    },
    {
      name: `${label} / floor, of the minima`,
      value: Math.min(...valuesMs) / Math.min(...floorsMs),
      unit: 'ratio',
    },
    { name: `${label}, median`, value: median(valuesMs), unit: 'ms' },
    { name: `${label}, minimum`, value: Math.min(...valuesMs), unit: 'ms' },
    { name: `floor of ${label}, median`, value: median(floorsMs), unit: 'ms' },
  ];
}
