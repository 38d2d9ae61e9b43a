/** `commands.mjs`: commands for people, composed here; loaded by `cli.mjs`, which answers some of them without. */
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLE_COMMANDS, checkArguments } from '#cli/bundles.ts';
import type { Command, CommandScope } from '#cli/command.ts';
import { COMMANDS } from '#cli/commands/index.ts';
import { generalHelp } from '#cli/help.ts';
import { wantsHelp } from '#cli/options.ts';
import { AppError, toAppError } from '#core/errors.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { type Environment, environmentValue, resolveHome } from '#infra/home.ts';
import { createLog } from '#infra/logger.ts';
import { type Project, projectFolder, resolveProject } from '#infra/project.ts';
import { liveEnvironment } from '#infra/settings.ts';
import { allProjects } from './all-projects.ts';
import { askUser } from './ask-user.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { createFetchingOf } from './create-fetching.ts';
import { runDoctor } from './doctor.ts';
import { loadStats } from './load-stats.ts';
import { createPurging } from './purge.ts';
import { reportFacts } from './report-facts.ts';
import { VERSION } from './version.ts';
import { withoutUser } from './without-user.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const bundleDir = bundleDirectory();

function printHelp({ summary, usage }: Pick<Command, 'summary' | 'usage'>): void {
  process.stdout.write(`${summary}\n\n${usage}\n`);
}

/** Starts a bundle that reads its own arguments. */
function startBundle(name: string): void {
  process.argv.splice(2, 1);
  createRequire(import.meta.url)(join(bundleDir, `${name}.cjs`));
}

/** Bundles that are started by a first word, with the arguments that they expect behind it. @throws AppError ARGUMENT_INVALID */
async function runBundle(name: string, args: readonly string[]): Promise<boolean> {
  // With an argument it is a command, which sets the status line up.
  if (name === 'statusline' && args.length === 0) {
    startBundle(name);
    return true;
  }
  const bundle = BUNDLE_COMMANDS.find((known) => known.name === name);
  if (bundle === undefined) return false;
  if (wantsHelp(args)) {
    printHelp(bundle);
    return true;
  }
  checkArguments(bundle, args);
  if (name === 'serve') await import(pathToFileURL(join(bundleDir, 'server.mjs')).href);
  else startBundle(name);
  return true;
}

/** The user's settings of Claude Code, the only agent with such a status line. @throws AppError HOME_UNUSABLE */
function userSettingsFile(env: Environment): string {
  const config = environmentValue(env, 'CLAUDE_CONFIG_DIR');
  if (config !== undefined) return join(resolve(config), 'settings.json');
  return join(homedir(), '.claude', 'settings.json');
}

function scopeFor(args: readonly string[]): {
  readonly scope: CommandScope;
  readonly close: () => Promise<void>;
} {
  const home = resolveHome(process.env);
  const log = createLog(home, 'cli', Date.now, (text) => redactText(text).text);
  const folder = projectFolder(process.env, process.cwd());
  const env = liveEnvironment({
    env: process.env,
    home,
    projectRoot: () => resolveProject(home, folder).root,
    onProblem: (problem) => process.stderr.write(`plimsoll: ${problem}\n`),
  });
  const opened: Workspace[] = [];
  const open = (project: Project): Workspace => {
    const workspace = createWorkspace({ home, env, folder, project, log });
    opened.push(workspace);
    return workspace;
  };
  const own = resolveProject(home, folder);
  const ownWorkspace = (): Workspace => opened[0] ?? open(own);

  const scope: CommandScope = {
    args,
    folder: own.root,
    bundleDir,
    env: process.env,
    home: () => home,
    out: (text) => process.stdout.write(`${text}\n`),
    knowledge: () => ownWorkspace().knowledge,
    // The user's own act: no rule is asked.
    fetching: () =>
      createFetchingOf({
        home,
        env,
        workspace: ownWorkspace,
        judge: () => ({ verdict: 'allow', reason: '' }),
      }),
    ask: askUser,
    diagnose: () => runDoctor({ env, home, projectRoot: own.root, part: 'command line' }),
    reportFacts: () =>
      reportFacts(process.env, home, environmentValue(env, 'PLIMSOLL_HOST') ?? 'not named (command line)'),
    publish: (text) => withoutUser(redactText(text).text, process.env),
    purging: () => createPurging({ home, own: ownWorkspace, projects: () => allProjects(home), open }),
    statuslineSetup: () => ({
      home,
      isHomeNamed: environmentValue(env, 'PLIMSOLL_HOME') !== undefined,
      settingsFile: userSettingsFile(env),
      bundle: join(bundleDir, 'statusline.cjs'),
      platform: process.platform,
    }),
    takeInEvents: () => ownWorkspace().ingest(),
    stats: (statsArgs) =>
      loadStats().runStats({ args: statsArgs, env: process.env, cwd: process.cwd(), bundleDir, settle }),
  };
  return {
    scope,
    close: async () => {
      await Promise.all(opened.map((workspace) => workspace.close()));
    },
  };
}

/** Indexes what is still to be indexed in a project. @throws AppError of the store */
export async function settle(project: Project): Promise<void> {
  const home = resolveHome(process.env);
  const log = createLog(home, 'cli', Date.now, (text) => redactText(text).text);
  const workspace = createWorkspace({ home, env: process.env, folder: project.root, project, log });
  try {
    await workspace.knowledge.settle();
  } finally {
    await workspace.close();
  }
}

async function run([name = 'serve', ...args]: readonly string[]): Promise<number> {
  if (await runBundle(name, args)) return 0;
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${generalHelp(COMMANDS, VERSION)}\n`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const names = [...COMMANDS, ...BUNDLE_COMMANDS].map((known) => known.name).join(', ');
    throw new AppError('ARGUMENT_INVALID', `"${name}" is no command; there are ${names}.`);
  }
  if (wantsHelp(args)) {
    printHelp(command);
    return 0;
  }
  const { scope, close } = scopeFor(args);
  try {
    return await command.run(scope);
  } finally {
    await close();
  }
}

/** Exit code 2 for arguments that are wrong, 1 for everything else that failed. */
function report(thrown: unknown): number {
  const error = toAppError(thrown);
  process.stderr.write(`plimsoll: ${error.message}\n`);
  return error.code === 'ARGUMENT_INVALID' ? 2 : 1;
}

/** Runs what the words of the command line say; returns the exit code. Never rejects. */
export const runCommand = (words: readonly string[]): Promise<number> => run(words).catch(report);
