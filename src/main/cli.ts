/** `commands.mjs`: commands for people, composed here; `cli.mjs` loads it for all that have no bundle of their own. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { BUNDLE_COMMANDS } from '#cli/bundles.ts';
import type { CommandScope } from '#cli/command.ts';
import { COMMANDS } from '#cli/commands/index.ts';
import { startProgress } from '#cli/progress.ts';
import { FOR_PROMPT, reportError } from '#cli/report-error.ts';
import { AppError, toAppError } from '#core/errors.ts';
import { namesFor } from '#core/text/nearest-name.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { type Environment, environmentValue, resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { trustedEnvironment } from '#infra/process/trusted-path.ts';
import { type Project, projectFolder, resolveProject } from '#infra/project.ts';
import { liveEnvironment } from '#infra/settings.ts';
import { allProjects } from './all-projects.ts';
import { askUser } from './ask-user.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { createFetchingOf } from './create-fetching.ts';
import { runDoctor } from './doctor.ts';
import { loadExports, userFolder } from './load-exports.ts';
import { createPurging } from './purge.ts';
import { reportFacts } from './report-facts.ts';
import { migrateStores, upgradeFacts } from './upgrade.ts';
import { withoutUser } from './without-user.ts';
import { chooseDriver, createWorkspace, type Workspace } from './workspace.ts';

const bundleDir = bundleDirectory();

/** The user's settings of Claude Code, the only agent with such a status line. @throws AppError HOME_UNUSABLE */
function userSettingsFile(env: Environment): string {
  const config = environmentValue(env, 'CLAUDE_CONFIG_DIR');
  if (config !== undefined) return join(resolve(config), 'settings.json');
  return join(homedir(), '.claude', 'settings.json');
}

/** What a command says, and shows while it works. */
interface Terminal extends Pick<CommandScope, 'out' | 'remark' | 'showProgress'> {
  readonly endProgress: () => void;
}

const logOf = (home: string): Log => createLog(home, 'cli', Date.now, (text) => redactText(text).text);

/** The environment with the settings of files. */
const environmentOf = (home: string, projectRoot: () => string): Environment =>
  liveEnvironment({
    env: process.env,
    home,
    projectRoot,
    onProblem: (problem) => process.stderr.write(`plimsoll: ${problem}\n`),
  });

/** Indexes what is still to be indexed in a project. @throws AppError of the store */
export async function settle(project: Project): Promise<void> {
  const home = resolveHome(process.env);
  const env = environmentOf(home, () => project.root);
  const workspace = createWorkspace({ home, env, folder: project.root, project, log: logOf(home) });
  try {
    await workspace.knowledge.settle();
  } finally {
    await workspace.close();
  }
}

function scopeFor(
  args: readonly string[],
  { out, remark, showProgress, endProgress }: Terminal,
): {
  readonly scope: CommandScope;
  readonly close: () => Promise<void>;
} {
  const home = resolveHome(process.env);
  const log = logOf(home);
  const folder = projectFolder(process.env, process.cwd());
  const env = environmentOf(home, () => resolveProject(home, folder).root);
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
    out,
    remark,
    showProgress,
    knowledge: () => ownWorkspace().knowledge,
    // The user's own act: no rule is asked.
    fetching: () =>
      createFetchingOf({
        home,
        env,
        workspace: ownWorkspace,
        judge: () => ({ verdict: 'allow', reason: '' }),
      }),
    ask: (question) => {
      endProgress();
      return askUser(question);
    },
    upgrading: () => {
      const configDir = join(userSettingsFile(env), '..');
      const driver = () => chooseDriver(env, () => undefined);
      const place = { env, home, projectRoot: own.root, configDir, driver };
      return { facts: () => upgradeFacts(place), migrate: async () => migrateStores(place) };
    },
    diagnose: () => runDoctor({ env, home, projectRoot: own.root, part: 'command line' }),
    reportFacts: () => reportFacts(trustedEnvironment(process.env, own.root), home),
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
  };
  return {
    scope,
    close: async () => {
      await Promise.all(opened.map((workspace) => workspace.close()));
    },
  };
}

/** The agent drops a command that fails, and with it what that said. */
async function runForPrompt(words: readonly string[]): Promise<number> {
  let isAnswered = false;
  const out = (text: string): void => {
    isAnswered = true;
    process.stdout.write(`${text}\n`);
  };
  try {
    await runCommand(words, out);
    if (!isAnswered) out('Nothing was found.');
  } catch (thrown) {
    out(toAppError(thrown).message);
  }
  return 0;
}

async function run(words: readonly string[]): Promise<number> {
  // Only in its own place: the text of a question may hold the same word.
  if (words[1] === FOR_PROMPT) return await runForPrompt(words.toSpliced(1, 1));
  const remark = (text: string): void => void process.stderr.write(`plimsoll: ${text}\n`);
  return await runCommand(words, (text) => process.stdout.write(`${text}\n`), remark);
}

/** Returns the exit code. @throws AppError */
async function runCommand(
  [name = '', ...args]: readonly string[],
  out: CommandScope['out'],
  remark: CommandScope['remark'] = () => undefined,
): Promise<number> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const names = [...COMMANDS, ...BUNDLE_COMMANDS].map((known) => known.name);
    throw new AppError('ARGUMENT_INVALID', `"${name}" is no command; ${namesFor(name, names, 'there are')}`);
  }
  const progress = startProgress(name, process.stderr);
  const printed = (text: string): void => {
    progress.wipe();
    out(text);
  };
  const { scope, close } = scopeFor(args, {
    out: printed,
    remark,
    showProgress: progress.show,
    endProgress: progress.end,
  });
  try {
    return await command.run(scope);
  } finally {
    progress.end();
    await close();
  }
}

/** Runs what the words of the command line say; resolves to the exit code. */
export const runWords = (words: readonly string[]): Promise<number> => run(words).catch(reportError);
