/** `cli.mjs` (bin `plimsoll`): starts the bundle that a command needs, and reads nothing of the others. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { resolveHome } from '#infra/home.ts';
import { bundleDirectory } from './bundle-directory.ts';

const bundleDir = bundleDirectory();
const loadCommands = () =>
  import(pathToFileURL(join(bundleDir, 'commands.mjs')).href) as Promise<typeof import('./commands.ts')>;

/** What was compiled by an earlier call is used; undefined without a data directory, of which the command itself tells. */
function statsScripts(): CompiledScripts | undefined {
  try {
    return new CompiledScripts(bundleDir, resolveHome(process.env));
  } catch {
    return undefined;
  }
}

const words = process.argv.slice(2);
const [name, ...args] = words;
const wantsHelp = args.some((word) => word === '-h' || word === '--help');

if (name === 'stats' && !wantsHelp) {
  const scripts = statsScripts();
  const { runStats } = (scripts?.load('stats.cjs', 'cli') ??
    require(join(bundleDir, 'stats.cjs'))) as typeof import('./stats.ts');
  const settle = async (project: Parameters<Awaited<ReturnType<typeof loadCommands>>['settle']>[0]) =>
    (await loadCommands()).settle(project);
  process.exitCode = await runStats({ args, env: process.env, cwd: process.cwd(), bundleDir, settle });
  scripts?.settle();
} else process.exitCode = await (await loadCommands()).runCommand(words);
