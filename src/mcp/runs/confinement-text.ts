import type { BatchOutcome } from '#features/execution/batch.ts';
import type { CodeRun } from '#features/execution/run-code.ts';

/** What has to be said about how runs were confined, each line once; empty when there is nothing. */
export const confinementText = (runs: readonly Pick<CodeRun, 'confinement'>[]): string =>
  [...new Set(runs.flatMap(({ confinement }) => confinement.notes))].join('\n');

/** Those that ran. */
export const runsOf = (outcomes: readonly BatchOutcome<CodeRun>[]): readonly CodeRun[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));

/** For programs, about several runs: the name that holds for all of them, `none` when any ran without. */
export function confinementName(runs: readonly Pick<CodeRun, 'confinement'>[]): string {
  const names = new Set(runs.map(({ confinement }) => confinement.name));
  const [only = 'none'] = names;
  return names.size === 1 ? only : 'none';
}
