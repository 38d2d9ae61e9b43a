import type { SetRun } from './ask-all.ts';
import { type Measures, measure } from './measures.ts';

type Table = readonly (readonly string[])[];

const share = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));
const number = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

const quality = (measures: Measures): readonly string[] => [
  String(measures.n),
  share(measures.ndcg),
  share(measures.recall1),
  share(measures.recall5),
  share(measures.recall10),
  share(measures.mrr),
  share(measures.inSmall),
  share(measures.inLarge),
];

const QUALITY = ['n', 'nDCG@10', 'R@1', 'R@5', 'R@10', 'MRR', 'in 2 KB', 'in 8 KB'];

/** One row per run: quality, then cost. */
export function runTable(runs: readonly SetRun[]): Table {
  const head = ['set', 'arm', ...QUALITY, 'passage nDCG', 'results', 'bytes'];
  const cost = ['p50 / p95 ms', 'MB/s', 'disk / text'];
  const rows = runs.map((run) => {
    const measures = measure(run.asked);
    return [
      run.set,
      run.arm,
      ...quality(measures),
      share(measures.passageNdcg),
      number(measures.results),
      measures.replyBytes.toFixed(0),
      `${number(measures.p50Ms)} / ${number(measures.p95Ms)}`,
      number(run.corpusBytes / 1_000 / run.indexMs),
      (run.storedBytes / run.corpusBytes).toFixed(2),
    ];
  });
  return [[...head, ...cost], ...rows];
}

/** One row per arm and value of `keyOf`, in the order of the values. */
function partTable(
  runs: readonly SetRun[],
  name: string,
  keyOf: (of: SetRun['asked'][number]) => string,
): Table {
  const keys = [...new Set(runs.flatMap(({ asked }) => asked.map(keyOf)))].toSorted();
  const rows = keys.flatMap((key) =>
    runs.flatMap((run) => {
      const asked = run.asked.filter((one) => keyOf(one) === key);
      return asked.length === 0 ? [] : [[key, run.arm, ...quality(measure(asked))]];
    }),
  );
  return [[name, 'arm', ...QUALITY], ...rows];
}

/** By kind of question. */
export const typeTable = (runs: readonly SetRun[]): Table =>
  partTable(runs, 'type', ({ question }) => question.type);

/** By corpus. */
export const corpusTable = (runs: readonly SetRun[]): Table =>
  partTable(runs, 'corpus', ({ question }) => question.corpus);

/** As Markdown. */
export function markdown([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
