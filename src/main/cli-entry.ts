/**
 * `cli.mjs` (bin `plimsoll`): what needs no command, which is help, the version and the other bundles. What commands need is
 * read by those alone: it takes longer than Node's own start.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUNDLE_COMMANDS, checkArguments } from '#cli/bundles.ts';
import { type CommandHelp, commandHelp, generalHelp } from '#cli/help.ts';
import { wantsHelp } from '#cli/options.ts';
import { FOR_PROMPT, reportError } from '#cli/report-error.ts';
import { systemCode, toAppError } from '#core/errors.ts';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { resolveHome } from '#infra/home.ts';
import { VERSION } from './version.ts';

/** Helps of all commands as JSON, put in by the build; absent when the sources run unbundled. */
declare const BUNDLED_HELPS: string | undefined;

const bundleDir = fileURLToPath(new URL('.', import.meta.url));
const helps = (): readonly CommandHelp[] =>
  typeof BUNDLED_HELPS === 'string' ? (JSON.parse(BUNDLED_HELPS) as readonly CommandHelp[]) : [];

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const load = (bundle: string): Promise<unknown> => import(pathToFileURL(join(bundleDir, bundle)).href);
const loadCommands = () => load('commands.mjs') as Promise<typeof import('./cli.ts')>;

/** Starts a bundle that reads its own arguments. */
function startScript(name: string): void {
  process.argv.splice(2, 1);
  createRequire(import.meta.url)(join(bundleDir, `${name}.cjs`));
}

/** What an earlier call compiled is used; undefined without a data directory, of which the command itself tells. */
function compiledScripts(): CompiledScripts | undefined {
  try {
    return new CompiledScripts(bundleDir, resolveHome(process.env));
  } catch {
    return undefined;
  }
}

async function startStats(args: readonly string[]): Promise<void> {
  const scripts = compiledScripts();
  const bundle =
    scripts?.load('stats.cjs', 'cli') ?? createRequire(import.meta.url)(join(bundleDir, 'stats.cjs'));
  const { runStats } = bundle as typeof import('./stats.ts');
  const { env } = process;
  process.exitCode = await runStats({
    args,
    env,
    cwd: process.cwd(),
    bundleDir,
    settle: async (project) => (await loadCommands()).settle(project),
  });
  scripts?.settle();
}

/** Bundles that are started by a first word. @throws AppError ARGUMENT_INVALID for arguments that they do not expect */
async function startBundle(name: string, args: readonly string[]): Promise<boolean> {
  // With an argument it is a command, which sets the status line up.
  if (name === 'statusline' && args.length === 0) {
    startScript(name);
    return true;
  }
  const bundle = BUNDLE_COMMANDS.find((known) => known.name === name);
  if (bundle === undefined) return false;
  checkArguments(bundle, args);
  if (name === 'serve') await load('server.mjs');
  else if (name === 'stats') await startStats(args);
  else startScript(name);
  return true;
}

/** Who reads no further, as `head`, has seen enough: the work goes on to its end, and nothing is said about it. */
function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (systemCode(error) !== 'EPIPE') throw error;
    });
}

async function main(): Promise<void> {
  const [name = 'serve', ...args] = process.argv.slice(2);
  // A server whose client is gone ends by its own rules.
  if (name !== 'serve') allowClosedPipes();
  if (name === '--version' || name === '-v') return print(VERSION);
  if (name === '--help' || name === '-h' || name === 'help') return print(generalHelp(helps(), VERSION));
  const help = [...helps(), ...BUNDLE_COMMANDS].find((known) => known.name === name);
  if (help !== undefined && wantsHelp(args)) return print(commandHelp(help));
  if (await startBundle(name, args)) return;
  process.exitCode = await (await loadCommands()).runWords(process.argv.slice(2));
}

try {
  await main();
} catch (thrown) {
  // Commands answer for themselves: this is an installation that is not whole.
  if (process.argv[3] === FOR_PROMPT) print(toAppError(thrown).message);
  else process.exitCode = reportError(thrown);
}
