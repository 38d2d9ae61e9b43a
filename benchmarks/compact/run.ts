/**
 * `tsx benchmarks/compact/run.ts [--world dev01] [--faults] [--dump DIR]`
 *
 * without more: replays the sessions through the sources as they are, without processes and without a store, and scores the
 * guide that each compaction would give; `--budget 2048,6000` says in how many bytes.
 * `--hook 'node dist/hook.cjs claude-code' [--mcp 'node dist/server.mjs']`: through the processes of a system, as a client calls
 * them; paths absolute. A few minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluate } from './evaluate.ts';
import { Scores } from './scores.ts';
import { WorldRun } from './system/run-world.ts';
import { tableOf } from './table.ts';
import { worldFiles } from './world.ts';

const { values } = parseArgs({
  options: {
    budget: { type: 'string', default: '2048,6000' },
    world: { type: 'string', default: '' },
    faults: { type: 'boolean', default: false },
    dump: { type: 'string' },
    hook: { type: 'string' },
    mcp: { type: 'string' },
  },
});

function dump(name: string, text: string): void {
  if (values.dump === undefined) return;
  mkdirSync(values.dump, { recursive: true });
  writeFileSync(join(values.dump, `${name}.txt`), text);
}

const MEDIAN = 0.5;
const median = (times: readonly number[]): string =>
  `${[...times].sort((one, other) => one - other)[Math.floor(times.length * MEDIAN)]?.toFixed(1)} ms`;

async function throughProcesses(hook: string): Promise<void> {
  const scores = new Scores();
  const times = { hooks: [] as number[], floor: [] as number[] };
  for (const file of worldFiles(values.world)) {
    const system = { hook, seen: dump, ...(values.mcp === undefined ? {} : { mcp: values.mcp }) };
    const run = new WorldRun(file, system, scores);
    await run.run();
    times.hooks.push(...run.hookMs);
    times.floor.push(...run.floorMs);
  }
  console.log(tableOf([{ title: hook, scores }], values.mcp !== undefined));
  console.log(
    `a hook process, median: ${median(times.hooks)}; one that does nothing: ${median(times.floor)}`,
  );
  if (values.faults) for (const fault of scores.faults) console.log(fault);
}

async function inProcess(): Promise<void> {
  const columns: { title: string; scores: Scores }[] = [];
  for (const budget of values.budget.split(',').map(Number)) {
    const scores = await evaluate(budget, values.world, (name, text) => dump(`${name}.${budget}`, text));
    columns.push({ title: `${budget} bytes`, scores });
  }
  console.log(tableOf(columns, false));
  if (values.faults) for (const fault of columns.flatMap(({ scores }) => scores.faults)) console.log(fault);
}

await (values.hook === undefined ? inProcess() : throughProcesses(values.hook));
