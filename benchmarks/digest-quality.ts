import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCorpus } from './digest/corpus.ts';
import type { Output } from './digest/corpus-case.ts';
import { judge, sharesOf, type Verdict } from './digest/judge.ts';
import { callTool, startServer } from './measure/start-server.ts';
import type { Figure, Question } from './question.ts';

/** `missed` figures are parts of what must be shown: a must of 0.01 is 99 % shown. */
const MUST = { facts: 0.01, errors: 0, exits: 0, bytes: 0.05, asked: 0.02 };
/** How much of a showcase input the answer may be when the question is clear; small inputs get this much. */
const SHOWCASE = 'showcase';

const quote = (path: string): string => `'${path}'`;

/** The answer of the built product to a command that prints the output and ends as it ended. */
async function answerTo(
  output: Output,
  folder: string,
  call: (args: object) => Promise<string>,
): Promise<Verdict> {
  const file = join(folder, `${output.id}.txt`);
  writeFileSync(file, output.text);
  const code = `cat ${quote(file)}; exit ${output.exit}`;
  const answer = await call({ language: 'shell', code, intent: output.intent });
  return judge(output, answer, answer.startsWith(`[exit ${output.exit},`));
}

function figuresOf(name: string, verdicts: readonly Verdict[]): readonly Figure[] {
  const { facts, errors, exits, bytes } = sharesOf(verdicts);
  const missed = (what: string, share: number, must: number): Figure => ({
    name: `${name}: ${what} missed`,
    value: 1 - share,
    unit: 'ratio',
    must,
  });
  return [
    missed('facts', facts, MUST.facts),
    missed('errors', errors, MUST.errors),
    missed('exit codes', exits, MUST.exits),
    { name: `${name}: bytes out / in, large outputs`, value: bytes, unit: 'ratio', must: MUST.bytes },
  ];
}

/** One figure: the largest part of a showcase input that an answer with an intent was. */
function showcase(verdicts: readonly Verdict[]): readonly Figure[] {
  const asked = verdicts.filter(({ output }) => output.kind === SHOWCASE);
  const shares = asked.map(({ output, answerBytes }) => answerBytes / Buffer.byteLength(output.text));
  return [
    {
      name: 'showcase inputs with an intent: largest bytes out / in',
      value: Math.max(...shares),
      unit: 'ratio',
      must: MUST.asked,
    },
    { name: 'showcase inputs: asked facts missed', value: 1 - sharesOf(asked).facts, unit: 'ratio', must: 0 },
  ];
}

export const digestQuality: Question = {
  name: 'digest-quality',
  text: 'Is what matters of a long output in the answer?',
  floor: 'none: counted, the same in every run',
  meaning:
    'Outputs of real tools and from seeds (benchmarks/digest) are printed by a command through `ctx_execute`; a fact is shown when its text stands in the answer of at most 4,096 bytes. The rules were written while looking at the first set only; the held-back set tells whether they hold for more than that.',
  async measure({ product }) {
    const folder = product.newFolder();
    const texts = join(folder, 'texts');
    mkdirSync(texts);
    const peer = await startServer(product, folder);
    const verdicts: Verdict[] = [];
    for (const output of readCorpus())
      verdicts.push(await answerTo(output, texts, (args) => callTool(peer, 'ctx_execute', args)));
    await peer.end();
    const seen = verdicts.filter(({ output }) => !output.held);
    const held = verdicts.filter(({ output }) => output.held);
    return [...figuresOf('seen', seen), ...figuresOf('held back', held), ...showcase(verdicts)];
  },
};
