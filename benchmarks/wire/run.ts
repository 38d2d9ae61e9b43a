/**
 * `npx tsx benchmarks/wire/run.ts [--tasks heavy,git-status] [--client 332] [--seed 1,2] [--json out.json]`: what the
 * plugin changes in all that reaches the model. Prints a table; exit code 1 when a figure is missed.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isInstalled, pinnedClients } from '../../tests/e2e/harness/clients.ts';
import { installMissing } from '../../tests/e2e/harness/install.ts';
import { git, makeSnapshot } from '../../tests/e2e/harness/snapshot.ts';
import { runTask } from './session.ts';
import { isGood, type Pair, table } from './table.ts';
import { TASKS } from './tasks/index.ts';

function options() {
  const { values } = parseArgs({
    options: {
      tasks: { type: 'string', default: 'all' },
      client: { type: 'string', default: '332' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  });
  const wanted = values.tasks.split(',');
  const known = ['all', ...TASKS.flatMap(({ name, group }) => [name, group])];
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--tasks is "${unknown}"; accepted: ${known.join(', ')}`);
  const tasks = TASKS.filter(({ name, group }) => ['all', name, group].some((each) => wanted.includes(each)));
  return { ...values, tasks, seeds: values.seed.split(',').map(Number) };
}

async function main(): Promise<number> {
  const { tasks, seeds, client: id, json } = options();
  installMissing();
  const client = pinnedClients().find((each) => each.id === id);
  if (client === undefined || !isInstalled(client)) throw new Error(`client ${id} is not installed`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-wire-')));
  const plugin = join(folder, 'plugin');
  git(folder, 'clone', '--quiet', makeSnapshot(folder), plugin);
  const pairs: Pair[] = [];
  try {
    for (const seed of seeds)
      for (const task of tasks) {
        const bare = await runTask(task, { client, plugin: undefined }, seed);
        const ours = await runTask(task, { client, plugin }, seed);
        pairs.push({ bare, ours });
        console.error(`${task.name} (${seed}): ${bare.tokens} -> ${ours.tokens} tokens`);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`Client ${client.version}, tokens o200k over all requests, against no plugin.\n`);
  console.log(table(pairs));
  if (json !== undefined) writeFileSync(json, JSON.stringify(pairs, null, 1));
  return isGood(pairs) ? 0 : 1;
}

process.exitCode = await main();
