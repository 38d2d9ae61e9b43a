import { median } from '../measure/statistics.ts';
import type { Measured } from './measure.ts';

/** The same task with the same seed, without and with the plugin. */
export interface Pair {
  readonly bare: Measured;
  readonly ours: Measured;
}

const GROUPS = ['heavy', 'ordinary', 'long'] as const;

/** Largest accepted change of tokens, in percent. */
const MUST = { heavy: -15, ordinary: 2, long: -52 } as const;

const sum = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  pairs.reduce((total, pair) => total + of(pair), 0);

const percent = (after: number, before: number): number => ((after - before) / before) * 100;
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} %`;
const share = (pairs: readonly Pair[], of: (pair: Pair) => readonly [number, number]): string =>
  `${sum(pairs, (pair) => of(pair)[0])}/${sum(pairs, (pair) => of(pair)[1])}`;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** One line per task, then one per class, as Markdown. */
export function table(pairs: readonly Pair[]): string {
  const tasks = pairs.map(({ bare, ours }) =>
    row([
      `${ours.name} (${ours.seed})`,
      signed(percent(ours.tokens, bare.tokens)),
      `${ours.requests} (${bare.requests})`,
      ours.facts.join('/'),
      ours.exits.join('/'),
      ours.effects.join('/'),
      ours.extraCalls - bare.extraCalls,
    ]),
  );
  const classes = GROUPS.flatMap((group) => {
    const of = pairs.filter(({ ours }) => ours.group === group);
    if (of.length === 0) return [];
    const change = percent(
      sum(of, ({ ours }) => ours.tokens),
      sum(of, ({ bare }) => bare.tokens),
    );
    return [
      row([
        group,
        of.length,
        signed(change),
        `${signed(MUST[group])}`,
        change <= MUST[group] ? 'ok' : 'MISSED',
        share(of, ({ ours }) => ours.facts),
        share(of, ({ ours }) => ours.exits),
        share(of, ({ ours }) => ours.effects),
        median(of.map(({ bare, ours }) => ours.extraCalls - bare.extraCalls)),
      ]),
    ];
  });
  return [
    row(['task (seed)', 'tokens', 'requests (bare)', 'facts', 'exit codes', 'edits', 'extra calls']),
    row(Array(7).fill('---')),
    ...tasks,
    '',
    row(['class', 'tasks', 'tokens', 'must', '', 'facts', 'exit codes', 'edits', 'extra calls, median']),
    row(Array(9).fill('---')),
    ...classes,
  ].join('\n');
}

/** True when nothing that was planted got lost, and every class reaches its figure. */
export function isGood(pairs: readonly Pair[]): boolean {
  const isWhole = pairs.every(({ ours }) =>
    [ours.facts, ours.exits, ours.effects].every(([seen, all]) => seen === all),
  );
  const reaches = GROUPS.every((group) => {
    const of = pairs.filter(({ ours }) => ours.group === group);
    const after = sum(of, ({ ours }) => ours.tokens);
    return (
      of.length === 0 ||
      percent(
        after,
        sum(of, ({ bare }) => bare.tokens),
      ) <= MUST[group]
    );
  });
  return isWhole && reaches;
}
