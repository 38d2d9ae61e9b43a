import type { SetRun } from './ask-all.ts';
import { type Measures, measure } from './measures.ts';

/** A figure that must be reached. */
export interface Must {
  readonly set: string;
  readonly what: string;
  readonly must: number;
  readonly reached: number;
}

/** By which nDCG must exceed plain FTS5 on every set. */
const AHEAD_OF_FTS5 = 0.08;

const LEAST: Readonly<Record<string, (measures: Measures) => readonly [string, number, number][]>> = {
  'code-nl': ({ ndcg }) => [['nDCG@10', 0.83, ndcg]],
  docs: ({ recall5 }) => [['recall@5', 0.85, recall5]],
  output: ({ inSmall = 0, inLarge = 0 }) => [
    ['in 2 KB', 0.95, inSmall],
    ['in 8 KB', 0.98, inLarge],
  ],
  cjk: ({ recall5 }) => [['recall@5', 0.95, recall5]],
};
/** Kinds of question of the set `output` with a must of their own. */
const OUTPUT_TYPES = { 'partial-id': 0.95, typo: 0.95 };

function ofTypes({ set, asked }: SetRun): readonly Must[] {
  if (set !== 'output') return [];
  return Object.entries(OUTPUT_TYPES).flatMap(([type, must]) => {
    const some = asked.filter(({ question }) => question.type === type);
    return some.length === 0
      ? []
      : [{ set, what: `${type} in 2 KB`, must, reached: measure(some).inSmall ?? 0 }];
  });
}

/** The musts that these runs can tell of; the lead over plain FTS5 only when both were measured. */
export function mustsOf(runs: readonly SetRun[]): readonly Must[] {
  return runs.flatMap((run) => {
    if (run.arm === 'fts5') return [];
    const measures = measure(run.asked);
    const least = (LEAST[run.set]?.(measures) ?? []).map(([what, must, reached]) => ({
      set: run.set,
      what,
      must,
      reached,
    }));
    const floor = runs.find(({ set, arm }) => set === run.set && arm === 'fts5');
    const lead =
      floor === undefined
        ? []
        : [
            {
              set: run.set,
              what: 'nDCG@10 above fts5',
              must: AHEAD_OF_FTS5,
              reached: measures.ndcg - measure(floor.asked).ndcg,
            },
          ];
    return [...least, ...ofTypes(run), ...lead];
  });
}

/** As table rows, heading first. */
export const mustTable = (musts: readonly Must[]): readonly (readonly string[])[] => [
  ['set', 'figure', 'must', 'reached', ''],
  ...musts.map(({ set, what, must, reached }) => [
    set,
    what,
    `>= ${must.toFixed(2)}`,
    reached.toFixed(3),
    reached >= must ? 'ok' : 'MISSED',
  ]),
];
