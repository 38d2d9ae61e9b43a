/**
 * `tsx benchmarks/compact/run.ts [--budget 2048,6000] [--world dev01] [--faults] [--dump DIR]`: replays the sessions through
 * the sources as they are, without processes and without a store, and scores the guide that each compaction would give.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alignRows } from '../measure/format-figures.ts';
import { evaluate, type Share } from './evaluate.ts';

const { values } = parseArgs({
  options: {
    budget: { type: 'string', default: '2048,6000' },
    world: { type: 'string', default: '' },
    faults: { type: 'boolean', default: false },
    dump: { type: 'string' },
  },
});

const PERCENT = 100;
const shown = ([hits, of]: Share): string =>
  of === 0 ? '-' : `${((PERCENT * hits) / of).toFixed(1)} % (${hits} of ${of})`;
const counted = ([hits, of]: Share): string => `${hits} of ${of}`;

const budgets = values.budget.split(',').map(Number);
const results = budgets.map((budget) =>
  evaluate(budget, values.world, (name, text) => {
    if (values.dump === undefined) return;
    mkdirSync(values.dump, { recursive: true });
    writeFileSync(join(values.dump, `${name}.${budget}.txt`), text);
  }),
);
const names = (pick: 'probes' | 'violations'): readonly string[] =>
  [...new Set(results.flatMap((result) => [...result[pick].keys()]))].sort();
const none: Share = [0, 0];

console.log(
  alignRows([
    ['budget', ...budgets.map((budget) => `${budget} bytes`)],
    ...names('probes').map((name) => [name, ...results.map(({ probes }) => shown(probes.get(name) ?? none))]),
    ['modified files exact', ...results.map(({ exactFiles }) => shown(exactFiles))],
    ['old value as current', ...results.map(({ staleAsCurrent }) => counted(staleAsCurrent))],
    ['of other sessions', ...results.map(({ leaks }) => `${leaks}`)],
    ['secrets kept', ...results.map(({ secretsKept }) => counted(secretsKept))],
    ...names('violations').map((name) => [
      `violation ${name}`,
      ...results.map((result) => counted(result.violations.get(name) ?? none)),
    ]),
    ['bytes, mean / most', ...results.map(({ bytes }) => `${bytes.mean} / ${bytes.most}`)],
  ]),
);
if (values.faults) for (const fault of results.flatMap(({ faults }) => faults)) console.log(fault);
