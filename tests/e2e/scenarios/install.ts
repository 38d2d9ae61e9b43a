import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_ID, plugin } from '../harness/plugin-manager.ts';
import { installedBundle } from '../harness/product.ts';
import type { ProcessResult } from '../harness/run-process.ts';
import { packageManagerCalls, type Sandbox } from '../harness/sandbox.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';

/** Bundles without which the installed plugin is dead. */
const BUNDLES = ['server.mjs', 'server.cjs', 'hook.cjs', 'hook-context.cjs', 'statusline.cjs', 'cli.mjs'];
/** The repository has no public address yet, so this one complaint of the directory profile is expected. */
const ALLOWED_COMPLAINT = /^HOMEPAGE/;
/** A directory check names its complaint by a code: `No icon (ICON_MISSING)`. */
const COMPLAINT = /❯ .*\(([A-Z_]+)\)/gu;

const words = ({ stdout, stderr }: ProcessResult): string => `${stdout}\n${stderr}`;

/** From a plain http git address to an enabled plugin. */
export const install: Scenario = {
  name: 'install',
  async run(context) {
    const { client, check } = context;
    const sandbox = context.emptySandbox();
    const added = await plugin(client, sandbox, 'marketplace', 'add', context.marketplace);
    check('install.marketplace', added.exitCode === 0, words(added));
    const installed = await plugin(client, sandbox, 'install', PLUGIN_ID);
    const missing = BUNDLES.filter((name) => !existsSync(installedBundle(sandbox, name)));
    const isComplete = installed.exitCode === 0 && missing.length === 0;
    const seen = `exit ${installed.exitCode}, missing: ${missing.join()}`;
    check('install.plugin', isComplete, `${seen}; ${words(installed)}`);
    const packages = installedPackages(join(installedBundle(sandbox, '..'), 'node_modules'));
    const calls = packageManagerCalls(sandbox);
    const isQuiet = packages.length === 0 && !/exit [^0]/.test(calls);
    check('install.no-packages', isQuiet, `called: ${calls}; packages: ${packages.join(' ')}`);
    await checkList(context, sandbox);
    await checkManifests(context, sandbox);
  },
};

/** Packages below a node_modules folder; empty when there is none. npm's own notes do not count. */
const installedPackages = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];

async function checkList({ client, checkout, check }: ScenarioContext, sandbox: Sandbox): Promise<void> {
  const manifest = readFileSync(join(checkout, '.claude-plugin', 'plugin.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const listed = await plugin(client, sandbox, 'list', '--json');
  const plugins = JSON.parse(listed.stdout) as { id: string; version: string; enabled: boolean }[];
  const ours = plugins.find(({ id }) => id === PLUGIN_ID);
  check('install.list', ours?.enabled === true && ours.version === version, words(listed));
}

/** The marketplace and the plugin manifest each have rules of their own; the folder stands for the former. */
async function checkManifests({ client, checkout, check }: ScenarioContext, sandbox: Sandbox): Promise<void> {
  for (const path of [checkout, join(checkout, '.claude-plugin', 'plugin.json')]) {
    const strict = await plugin(client, sandbox, 'validate', path, '--strict');
    const [verdict = ''] = words(strict).split('Plugin directory checks');
    const isClean = strict.exitCode === 0 && !/[✘⚠]/u.test(verdict);
    check('install.validate', isClean, words(strict));
  }
  if (client.id !== '332') return;
  const directory = await plugin(client, sandbox, 'validate', checkout, '--strict', '--profile', 'directory');
  const complaints = [...words(directory).matchAll(COMPLAINT)].map(([, code = '']) => code);
  const unexpected = complaints.filter((code) => !ALLOWED_COMPLAINT.test(code));
  // The refusal may rest on the allowed complaint alone, but on one that was read here.
  const isExplained = directory.exitCode === 0 || complaints.length > 0;
  const seen = `complaints: ${complaints.join()}; exit ${directory.exitCode}`;
  check('install.directory', unexpected.length === 0 && isExplained, seen);
}
