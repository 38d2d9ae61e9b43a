import { quantile } from '../measure/statistics.ts';
import { LIMIT } from './arm.ts';
import type { Verdict } from './judge.ts';

/** One asked question: the verdict on its reply and what the reply cost. */
export interface Judged {
  readonly verdict: Verdict;
  readonly results: number;
  readonly replyBytes: number;
  readonly ms: number;
}

/** Means over questions; 0 to 1 but for the last four. */
export interface Measures {
  readonly n: number;
  readonly ndcg: number;
  /** nDCG over passages, where `ndcg` is over files. */
  readonly passageNdcg: number;
  readonly recall1: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr: number;
  /** Share of questions whose answer is in the first 2 KB, 8 KB; undefined when no question has answer lines. */
  readonly inSmall: number | undefined;
  readonly inLarge: number | undefined;
  readonly results: number;
  readonly replyBytes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const gain = (ranks: readonly number[]): number =>
  ranks.filter((rank) => rank <= LIMIT).reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);

/** Binary nDCG@10: the gain of the found ranks by the gain of the best order. */
export const ndcgOf = (ranks: readonly number[], right: number): number =>
  gain(ranks) / gain(Array.from({ length: Math.min(right, LIMIT) }, (_, index) => index + 1));

/** Share of the right things among the first `depth`. */
const recallOf = ({ ranks, right }: Verdict, depth: number): number =>
  ranks.filter((rank) => rank <= depth).length / right;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function share(flags: readonly (boolean | undefined)[]): number | undefined {
  const known = flags.filter((flag) => flag !== undefined);
  return known.length === 0 ? undefined : mean(known.map(Number));
}

/** Means of the judged questions. @throws RangeError for none */
export function measure(judged: readonly Judged[]): Measures {
  const verdicts = judged.map(({ verdict }) => verdict);
  const times = judged.map(({ ms }) => ms);
  return {
    n: judged.length,
    ndcg: mean(verdicts.map(({ ranks, right }) => ndcgOf(ranks, right))),
    passageNdcg: mean(verdicts.map(({ passageRanks, right }) => ndcgOf(passageRanks, right))),
    recall1: mean(verdicts.map((verdict) => recallOf(verdict, 1))),
    recall5: mean(verdicts.map((verdict) => recallOf(verdict, 5))),
    recall10: mean(verdicts.map((verdict) => recallOf(verdict, LIMIT))),
    mrr: mean(verdicts.map(({ ranks }) => 1 / (ranks[0] ?? Number.POSITIVE_INFINITY))),
    inSmall: share(verdicts.map(({ inSmall }) => inSmall)),
    inLarge: share(verdicts.map(({ inLarge }) => inLarge)),
    results: mean(judged.map(({ results }) => results)),
    replyBytes: mean(judged.map(({ replyBytes }) => replyBytes)),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}
