import type { Finding } from './finding.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failure: 'FAILURE',
};

const count = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** One line in sum: `2 failures, 1 warning, 14 ok`. */
export const summary = (findings: readonly Finding[]): string =>
  [
    plural(count(findings, 'failure'), 'failure'),
    plural(count(findings, 'warning'), 'warning'),
    `${count(findings, 'ok')} ok`,
  ].join(', ');

/** For a terminal and for the model: a line per finding, the fix below it. */
export function renderFindings(findings: readonly Finding[]): string {
  const width = Math.max(0, ...findings.map(({ area }) => area.length));
  const lines = findings.flatMap(({ state, area, text, fix }) => [
    `${MARKS[state].toLowerCase()}  ${area.padEnd(width)}  ${text}`,
    ...(fix === undefined ? [] : [`${' '.repeat(11 + width)}fix: ${fix}`]),
  ]);
  return [...lines, summary(findings)].join('\n');
}
