/** `cli.mjs` (bin `plimsoll`): starts the bundle that a command needs, and reads nothing of the others. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleDirectory } from './bundle-directory.ts';

const bundleDir = bundleDirectory();
const loadCommands = () =>
  import(pathToFileURL(join(bundleDir, 'commands.mjs')).href) as Promise<typeof import('./commands.ts')>;

const words = process.argv.slice(2);
const [name, ...args] = words;
const wantsHelp = args.some((word) => word === '-h' || word === '--help');

if (name === 'stats' && !wantsHelp) {
  const load = createRequire(import.meta.url);
  const { runStats } = load(join(bundleDir, 'stats.cjs')) as typeof import('./stats.ts');
  const settle = async (project: Parameters<Awaited<ReturnType<typeof loadCommands>>['settle']>[0]) =>
    (await loadCommands()).settle(project);
  process.exitCode = await runStats({ args, env: process.env, cwd: process.cwd(), bundleDir, settle });
} else process.exitCode = await (await loadCommands()).runCommand(words);
