/**
 * End-to-end tests of the built product in the real, pinned clients. `npm run test:e2e [-- --client 332] [-- --only hooks]`.
 * Prints one line per check and a last line `N passed, N failed, N skipped`; exit code 1 when something failed.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { proveGemini } from './gemini.ts';
import { isInstalled, pinnedClients } from './harness/clients.ts';
import { startGitServer } from './harness/git-server.ts';
import { installMissing } from './harness/install.ts';
import { createReport, type Report, requirementsFor, type Target } from './harness/report.ts';
import { type Product, runScenario, type Scenario } from './harness/scenario.ts';
import { git, makeSnapshot } from './harness/snapshot.ts';
import { proveNoNetwork } from './no-network.ts';
import { commands } from './scenarios/commands.ts';
import { compact } from './scenarios/compact.ts';
import { governor } from './scenarios/governor.ts';
import { governorTools } from './scenarios/governor-tools.ts';
import { hooks } from './scenarios/hooks.ts';
import { install } from './scenarios/install.ts';
import { mainJob } from './scenarios/main-job.ts';
import { memory } from './scenarios/memory.ts';
import { memoryUnasked } from './scenarios/memory-unasked.ts';
import { monitor } from './scenarios/monitor.ts';
import { noNode } from './scenarios/no-node.ts';
import { permissions } from './scenarios/permissions.ts';
import { serverKilled } from './scenarios/server-killed.ts';
import { stats } from './scenarios/stats.ts';
import { uninstall } from './scenarios/uninstall.ts';

const SCENARIOS: readonly Scenario[] = [
  install,
  mainJob,
  governor,
  governorTools,
  hooks,
  compact,
  memory,
  memoryUnasked,
  monitor,
  commands,
  stats,
  permissions,
  noNode,
  serverKilled,
  uninstall,
];
const NO_NETWORK = 'no-network';
const GEMINI = 'gemini';

interface Selection {
  readonly clients: ReadonlySet<string>;
  readonly scenarios: ReadonlySet<string>;
}

/** What the command line asks for. Throws for a name that does not exist: a typing error must not pass as a green run. */
function selection(): Selection {
  const { values } = parseArgs({
    options: { client: { type: 'string', multiple: true }, only: { type: 'string', multiple: true } },
  });
  const clients = pinnedClients().map(({ id }): string => id);
  const scenarios = [...SCENARIOS.map(({ name }) => name), NO_NETWORK, GEMINI];
  return {
    clients: choose('--client', values.client, clients),
    scenarios: choose('--only', values.only, scenarios),
  };
}

function choose(
  option: string,
  wanted: readonly string[] | undefined,
  all: readonly string[],
): ReadonlySet<string> {
  const unknown = wanted?.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`${option} is "${unknown}"; accepted: ${all.join(', ')}`);
  return new Set(wanted ?? all);
}

/** Runs the chosen scenarios with each client, one session at a time. Returns the targets that the gate looks at. */
async function runAll(chosen: Selection, product: Product, report: Report): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const client of pinnedClients().filter(({ id }) => chosen.clients.has(id))) {
    targets.push(client.id);
    if (!isInstalled(client)) {
      for (const [id, { scenario }] of requirementsFor(client.id))
        if (chosen.scenarios.has(scenario))
          report.skip(client.id, id, `client ${client.version} is not installed`);
      continue;
    }
    for (const scenario of SCENARIOS.filter(({ name }) => chosen.scenarios.has(name)))
      await runScenario(scenario, client, product, report);
  }
  targets.push('once');
  if (chosen.scenarios.has(NO_NETWORK)) await proveNoNetwork(product, report);
  if (chosen.scenarios.has(GEMINI)) await proveGemini(product, report);
  return targets;
}

async function main(): Promise<number> {
  const chosen = selection();
  installMissing();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-served-')));
  const report = createReport();
  const repository = makeSnapshot(folder);
  const checkout = join(folder, 'checkout');
  git(folder, 'clone', '--quiet', repository, checkout);
  const server = await startGitServer(folder);
  try {
    const product = { marketplace: `${server.url}/plimsoll.git`, checkout };
    const targets = await runAll(chosen, product, report);
    return report.finish(chosen.scenarios, targets) ? 0 : 1;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
