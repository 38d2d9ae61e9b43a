import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from '../question.ts';
import type { Baselines } from './baselines.ts';
import { figureRows } from './format-figures.ts';
import { machineLine } from './machine.ts';

const FILE = join(import.meta.dirname, '../README.md');
const BEGIN = '<!-- figures: begin; written by `npm run bench -- --save`, not by hand -->';
const END = '<!-- figures: end -->';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function section(question: Question, baselines: Baselines): string {
  const { name, text, floor, meaning } = question;
  const baseline = baselines[name];
  const head = [`### ${text}`, '', `\`npm run bench ${name}\``, ''];
  const body =
    baseline === undefined
      ? ['Not measured yet.']
      : [
          '| figure | must | reached | |',
          '| --- | --- | --- | --- |',
          ...figureRows(baseline.figures, []).map(
            ([figure = '', must = '', value = '', , verdict = '']) =>
              `| ${cell(figure)} | ${must} | ${value} | ${verdict} |`,
          ),
          '',
          `Measured: ${machineLine(baseline.machine)}.`,
        ];
  return [...head, ...body, '', `- Floor: ${floor}.`, `- Meaning: ${meaning}`].join('\n');
}

/** Rewrites the marked block of the README from the saved figures. @throws Error when the marks are missing */
export function writeReadmeBlock(questions: readonly Question[], baselines: Baselines): void {
  const text = readFileSync(FILE, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${FILE} has no block between "${BEGIN}" and "${END}"`);
  const sections = questions.map((question) => section(question, baselines)).join('\n\n');
  writeFileSync(FILE, `${text.slice(0, begin + BEGIN.length)}\n\n${sections}\n\n${text.slice(end)}`);
}
