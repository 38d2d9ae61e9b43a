/**
 * `tsx benchmarks/digest/run.ts [--held] [--id PREFIX] [--failures] [--show]`: digests the corpus with the sources as they
 * are and prints which facts are missing. Without `--held` only what may be looked at. `npm run bench digest-quality`
 * asks the built product.
 */
import { parseArgs } from 'node:util';
import { digestText } from '../../src/features/governor/digest.ts';
import { alignRows } from '../measure/format-figures.ts';
import { readCorpus } from './corpus.ts';
import { judge, sharesOf, type Verdict } from './judge.ts';

/** What is left of the budget of 4,096 bytes beside the status and the way back. */
const MAX_BYTES = 3_700;
const PERCENT = 100;

const { values } = parseArgs({
  options: {
    held: { type: 'boolean', default: false },
    id: { type: 'string', default: '' },
    failures: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});

const percent = (part: number): string => `${(part * PERCENT).toFixed(1)} %`;

function row(name: string, verdicts: readonly Verdict[]): readonly string[] {
  const { facts, errors, bytes } = sharesOf(verdicts);
  return [name, `${verdicts.length}`, percent(facts), percent(errors), bytes === 0 ? '' : percent(bytes)];
}

const verdicts = readCorpus()
  .filter(({ held, id }) => held === values.held && id.startsWith(values.id))
  .map((output) => {
    const { text } = digestText(output.text, { maxBytes: MAX_BYTES, intent: output.intent });
    if (values.show) console.log(`=== ${output.id}\n${text}\n`);
    return judge(output, text, true);
  });
const kinds = [...new Set(verdicts.map(({ output }) => output.kind))];
console.log(
  alignRows([
    ['kind', 'outputs', 'facts', 'errors', 'bytes of large'],
    ...kinds.map((kind) =>
      row(
        kind,
        verdicts.filter(({ output }) => output.kind === kind),
      ),
    ),
    row('all', verdicts),
  ]),
);
if (values.failures)
  for (const { output, missing } of verdicts)
    for (const { text, error } of missing)
      console.log(`${output.id}: ${error === true ? 'ERROR ' : ''}${text}`);
