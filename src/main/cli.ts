/** `cli.mjs` (bin `plimsoll`): commands for people, composed here; `serve`, `hook` and `statusline` load their bundles. */
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
import { addStats, NO_STATS, type Stats } from '#features/insights/stats.ts';
import { type Environment, environmentValue, resolveHome } from '#infra/home.ts';
import { createLog } from '#infra/logger.ts';
import { type Project, projectFolder, resolveProject } from '#infra/project.ts';
import { liveEnvironment } from '#infra/settings.ts';
import { allProjects } from './all-projects.ts';
import { askUser } from './ask-user.ts';
import { createFetchingOf } from './create-fetching.ts';
import { runDoctor } from './doctor.ts';
import { loadExports, userFolder } from './load-exports.ts';
import { createPurging } from './purge.ts';
import { reportFacts } from './report-facts.ts';
import { VERSION } from './version.ts';
import { withoutUser } from './without-user.ts';
import { bundleDirectory, createWorkspace, type Workspace } from './workspace.ts';

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
    userHome: userFolder(process.env),
    exports: () => loadExports(process.env, home),
    takeInEvents: () => ownWorkspace().ingest(),
    count: async (which) => {
      const projects = which === 'project' ? [own] : allProjects(home);
      const failures: AppError[] = [];
      let stats: Stats = NO_STATS;
      const notices: string[] = [];
      for (const project of projects) {
        try {
          const workspace = open(project);
          await workspace.knowledge.settle();
          stats = addStats(stats, workspace.stats());
          notices.push(...workspace.database.takeNotices('stats'));
        } catch (thrown) {
          failures.push(toAppError(thrown));
        }
      }
      // One store that fails hides none of the others.
      const [first] = failures;
      if (first !== undefined && failures.length === projects.length) throw first;
      for (const { message } of failures) process.stderr.write(`plimsoll: not counted: ${message}\n`);
      return { stats, notices };
    },
  };
  return {
    scope,
    close: async () => {
      await Promise.all(opened.map((workspace) => workspace.close()));
    },
  };
}

async function main(): Promise<number> {
  const [name = 'serve', ...args] = process.argv.slice(2);
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

process.exitCode = await main().catch(report);
