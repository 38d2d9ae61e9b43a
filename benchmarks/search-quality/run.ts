/**
 * `tsx benchmarks/search-quality/run.ts [--set code-nl,docs,output,cjk,own] [--arm plimsoll,fts5] [--data DIR]
 * [--corpora DIR] [--corpus ID,…] [--type TYPE,…] [--failures] [--by-corpus] [--json FILE] [--server FILE] [--save]`: asks
 * the questions of each set and prints how good the answers were. Acts on dist/server.mjs as it is built. Exit code 1
 * when a must is missed, 2 for wrong arguments.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alignRows } from '../measure/format-figures.ts';
import { describeMachine, machineLine } from '../measure/machine.ts';
import type { Arm } from './arm.ts';
import { askSet, type SetRun } from './ask-all.ts';
import { failureTexts } from './failures.ts';
import { fts5Arm } from './fts5-arm.ts';
import { mustsOf, mustTable } from './musts.ts';
import { productArm } from './product-arm.ts';
import type { QuestionSet } from './question-set.ts';
import { saveFigures } from './save-figures.ts';
import { openSet } from './sets.ts';
import { corpusTable, runTable, typeTable } from './tables.ts';

const SERVER = join(import.meta.dirname, '../../dist/server.mjs');

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'own' },
    arm: { type: 'string', default: 'plimsoll' },
    data: { type: 'string', default: join(import.meta.dirname, 'data') },
    corpora: { type: 'string' },
    corpus: { type: 'string' },
    type: { type: 'string' },
    failures: { type: 'boolean', default: false },
    'by-corpus': { type: 'boolean', default: false },
    json: { type: 'string' },
    server: { type: 'string', default: SERVER },
    save: { type: 'boolean', default: false },
  },
});

const listOf = (text: string | undefined): readonly string[] | undefined => text?.split(',').filter(Boolean);

function armOf(name: string): Arm {
  if (name === 'plimsoll') return productArm(values.server);
  if (name === 'fts5') return fts5Arm;
  throw new Error(`--arm is ${name}; accepted: plimsoll, fts5`);
}

/** Only the corpora and kinds of question that were asked for. */
function narrowed(set: QuestionSet): QuestionSet {
  const ids = listOf(values.corpus);
  const types = listOf(values.type);
  const corpora = set.corpora
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map((corpus) => ({
      ...corpus,
      questions: corpus.questions.filter(({ type }) => types === undefined || types.includes(type)),
    }))
    .filter(({ questions }) => questions.length > 0);
  return { ...set, corpora };
}

async function runSet(name: string, arms: readonly Arm[]): Promise<readonly SetRun[]> {
  const set = openSet(name, { data: values.data, corpora: values.corpora ?? values.data });
  try {
    const runs: SetRun[] = [];
    for (const arm of arms) {
      const run = await askSet(arm, narrowed(set));
      if (run.asked.length > 0) runs.push(run);
    }
    return runs;
  } finally {
    set.dispose();
  }
}

function report(runs: readonly SetRun[]): void {
  console.log(alignRows(runTable(runs)));
  console.log(`\n${alignRows(typeTable(runs))}`);
  if (values['by-corpus']) console.log(`\n${alignRows(corpusTable(runs))}`);
  if (!values.failures) return;
  for (const run of runs) {
    const texts = failureTexts(run);
    console.log(`\n${run.set}, ${run.arm}: ${texts.length} of ${run.asked.length} not right at once\n`);
    console.log(texts.join('\n'));
  }
}

async function main(): Promise<number> {
  const arms = (listOf(values.arm) ?? []).map(armOf);
  const machine = machineLine(describeMachine());
  const all: SetRun[] = [];
  for (const name of listOf(values.set) ?? []) {
    const runs = await runSet(name, arms);
    if (runs.length === 0) continue;
    console.log('');
    report(runs);
    all.push(...runs);
  }
  const musts = mustsOf(all);
  if (musts.length > 0) console.log(`\n${alignRows(mustTable(musts))}`);
  console.log(`\n${machine}`);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine, runs: all }, undefined, 1)}\n`);
  if (values.save) saveFigures(all, machine);
  return musts.some(({ must, reached }) => reached < must) ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 2;
}
