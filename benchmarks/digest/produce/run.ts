/**
 * `tsx benchmarks/digest/produce/run.ts [id…]`: makes the stored outputs again with the tools that are installed (see the
 * README) and says which facts do not stand in them. Without names all.
 */
import { formatBytes } from '../../../src/core/units.ts';
import type { Output } from '../corpus-case.ts';
import { storedCases, storeOutputs } from '../files.ts';
import { compilers } from './compilers.ts';
import { programs } from './programs.ts';
import { repositories } from './repository.ts';
import { settings } from './settings.ts';
import { testRunners } from './test-runners.ts';

const names = process.argv.slice(2);
const wanted = (id: string): boolean => names.length === 0 || names.some((name) => id.startsWith(name));

const outputs: Output[] = [];
for (const make of [testRunners, settings, compilers, programs, repositories].flatMap((family) =>
  family(wanted),
)) {
  const made = make();
  const missing = made.facts.filter(({ text }) => !made.text.includes(text));
  const note = missing.length === 0 ? '' : `, MISSING ${JSON.stringify(missing.map(({ text }) => text))}`;
  console.log(
    `${made.id}: exit ${made.exit}, ${formatBytes(Buffer.byteLength(made.text))}, ${made.facts.length} facts${note}`,
  );
  outputs.push(made);
}
storeOutputs(outputs, storedCases());
