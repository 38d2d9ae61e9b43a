import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetRun } from './ask-all.ts';
import { mustsOf, mustTable } from './musts.ts';
import { corpusTable, markdown, runTable, typeTable } from './tables.ts';

const FILE = join(import.meta.dirname, 'README.md');
const BEGIN = '<!-- figures: begin; written by `run.ts --save`, not by hand -->';
const END = '<!-- figures: end -->';

/** Rewrites the marked block of the README. @throws Error when the marks are missing */
export function saveFigures(runs: readonly SetRun[], machine: string): void {
  const text = readFileSync(FILE, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${FILE} has no block between "${BEGIN}" and "${END}"`);
  const sets = [...new Set(runs.map(({ set }) => set))];
  const byPart = sets.flatMap((set) => {
    const some = runs.filter((run) => run.set === set);
    const isOne =
      new Set(some.flatMap(({ asked }) => asked.map(({ question }) => question.corpus))).size === 1;
    const corpora = isOne ? [] : [`### ${set}, by corpus\n\n${markdown(corpusTable(some))}`];
    return [...corpora, `### ${set}, by kind of question\n\n${markdown(typeTable(some))}`];
  });
  const musts = mustsOf(runs);
  const parts = [
    markdown(runTable(runs)),
    ...(musts.length === 0 ? [] : [markdown(mustTable(musts))]),
    `Measured: ${machine}.`,
    ...byPart,
  ];
  writeFileSync(
    FILE,
    `${text.slice(0, begin + BEGIN.length)}\n\n${parts.join('\n\n')}\n\n${text.slice(end)}`,
  );
}
