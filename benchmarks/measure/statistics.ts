/** The middle value; the mean of the two middle ones for an even count. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear between the neighbours; `share` from 0 to 1. @throws RangeError for no values */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values to take a quantile of');
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

/** Value by value, `values[i] / floors[i]`: both of one round, so that a slow moment of the machine meets both. */
export const pairedRatios = (values: readonly number[], floors: readonly number[]): number[] =>
  values.map((value, round) => value / (floors[round] ?? Number.NaN));
