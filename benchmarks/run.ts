/**
 * `npm run bench -- [name…] [--quick] [--check] [--save]`: measures and prints a table per question. Without names every
 * question that needs nothing but this repository. `--quick` takes fewer rounds. `--check` measures up to three times
 * before it calls a must missed. `--save` accepts the figures: baselines.json and the README's block. Exit code 1 when a
 * must is missed, 2 for wrong arguments.
 */
import { parseArgs } from 'node:util';
import { type Baselines, readBaselines, saveBaselines } from './measure/baselines.ts';
import { measureBest } from './measure/best-of.ts';
import { alignRows, figureRows, isMissed } from './measure/format-figures.ts';
import { describeMachine, machineLine } from './measure/machine.ts';
import { buildProduct } from './measure/product.ts';
import { writeReadmeBlock } from './measure/readme-block.ts';
import type { Question } from './question.ts';
import { QUESTIONS } from './questions.ts';

interface Request {
  readonly questions: readonly Question[];
  readonly isQuick: boolean;
  readonly isCheck: boolean;
  readonly isSave: boolean;
}

/** @throws Error that says what is accepted */
function parseRequest(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, check: { type: 'boolean' }, save: { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !QUESTIONS.some((question) => question.name === name));
  if (unknown.length > 0) {
    const known = QUESTIONS.map(({ name }) => name).join(', ');
    throw new Error(`no benchmark ${unknown.join(', ')}; there are ${known}`);
  }
  if (values.quick && values.save) throw new Error('--save takes full measurements: leave --quick out');
  const isAsked = ({ name, isOptional }: Question): boolean =>
    positionals.length === 0 ? isOptional !== true : positionals.includes(name);
  return {
    questions: QUESTIONS.filter(isAsked),
    isQuick: values.quick === true,
    isCheck: values.check === true,
    isSave: values.save === true,
  };
}

async function run({ questions, isQuick, isCheck, isSave }: Request): Promise<number> {
  const before = readBaselines();
  const product = await buildProduct();
  const measured: Record<string, Baselines[string]> = {};
  try {
    for (const question of questions) {
      const machine = describeMachine();
      const options = { product, isQuick };
      const figures = isCheck ? await measureBest(question, options) : await question.measure(options);
      console.log(`\n${question.name}: ${question.text}\n${machineLine(machine)}`);
      console.log(alignRows(figureRows(figures, before[question.name]?.figures ?? [])));
      if (figures.length > 0) measured[question.name] = { machine, figures };
    }
  } finally {
    product.dispose();
  }
  if (isSave) writeReadmeBlock(QUESTIONS, saveBaselines(measured));
  const missed = Object.values(measured).flatMap(({ figures }) => figures.filter(isMissed));
  console.log(missed.length === 0 ? '\nok: no must is missed' : `\nFAIL: ${missed.length} missed`);
  return missed.length === 0 ? 0 : 1;
}

let request: Request | undefined;
try {
  request = parseRequest(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
}
process.exitCode = request === undefined ? 2 : await run(request);
