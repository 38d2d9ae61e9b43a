/** `server.cjs`: the MCP server over stdio, composed here. stdout carries protocol and nothing else. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError, type ErrorCode, toAppError } from '#core/errors.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { createCodeRunner } from '#features/execution/run-code.ts';
import type { Sandbox } from '#features/sandbox/create-sandbox.ts';
import { environmentValue, resolveHome } from '#infra/home.ts';
import { IdleMemory } from '#infra/idle-memory.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { SHUTDOWN } from '#infra/process/run-child.ts';
import { watchParent } from '#infra/process/watch-parent.ts';
import { projectFolder, resolveProject } from '#infra/project.ts';
import { realPath } from '#infra/real-path.ts';
import { removeOwnScratch } from '#infra/scratch.ts';
import { liveEnvironment } from '#infra/settings.ts';
import { createWorkerClient } from '#infra/worker-client.ts';
import { Callers } from '#mcp/callers.ts';
import { clientFolder } from '#mcp/client-folder.ts';
import type { ToolContext } from '#mcp/context.ts';
import { listingTally } from '#mcp/listing.ts';
import { createMcpServer } from '#mcp/server.ts';
import { StdioTransport } from '#mcp/stdio-transport.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { hotPlatform } from '#platforms/hot.ts';
import { createAccounts } from './accounts.ts';
import { allProjects } from './all-projects.ts';
import { askDoctor, askUpgrade } from './ask-cli.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { createFetchingOf } from './create-fetching.ts';
import { createGate } from './gate.ts';
import { createHookDoor } from './hook-door.ts';
import { startHousekeeping } from './housekeeping.ts';
import { importBy } from './import-module.ts';
import { findPlatform, findPlatformByClient } from './known-platforms.ts';
import { createCodeRules } from './load-code-rules.ts';
import { indexMemoryFiles } from './memory-files.ts';
import { createPurging } from './purge.ts';
import { serverSandbox } from './sandbox.ts';
import { createSessionContext } from './session-context.ts';
import { createToolContext } from './tool-context.ts';
import { VERSION } from './version.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** After the end of the connection, children and store get this long before the process ends anyway. */
const CLOSE_LIMIT_MS = 700;
/** A megabyte takes a few seconds on a busy machine. */
const TYPESCRIPT_LIMIT_MS = 30_000;

const home = knownHome();
const log: Log =
  home === undefined ? () => undefined : createLog(home, 'server', Date.now, (text) => redactText(text).text);
const fault = (code: ErrorCode, message: string): void => log({ code, message });
const shutdown = new AbortController();
const runs = new Set<Promise<unknown>>();
let folder = projectFolder(process.env, process.cwd());
const env = liveEnvironment({
  env: process.env,
  home,
  projectRoot: () => realPath(folder),
  onProblem: (problem) => fault('ARGUMENT_INVALID', problem),
});
let workspace: Workspace | undefined;
let context: ToolContext | undefined;
let sandbox: Sandbox | undefined;

/** The data directory; undefined when the environment names none. Then every call says so, and the server runs. */
function knownHome(): string | undefined {
  try {
    return resolveHome(process.env);
  } catch {
    return undefined;
  }
}

/** Where the project's stored originals lie; undefined while there is no data directory. */
const outDir = (): string | undefined =>
  home === undefined ? undefined : resolveProject(home, folder).outDir;

/** @throws AppError HOME_UNUSABLE */
const needHome = (): string => home ?? resolveHome(env);

/** The stores of the project; a failed try is forgotten, so that the next call tries again. */
function openWorkspace(): Workspace {
  workspace ??= createWorkspace({ home: needHome(), env, folder, log, reads });
  return workspace;
}

/** Keeps a run in view, so that the end of the server can wait until its processes are gone. */
function tracked<T>(run: Promise<T>): Promise<T> {
  const seen = run.then(
    () => undefined,
    () => undefined,
  );
  runs.add(seen);
  void seen.then(() => runs.delete(seen));
  return run;
}

const platformOf = (clientName: string | undefined) =>
  findPlatform(env.PLIMSOLL_HOST) ?? findPlatformByClient(clientName);

/** What the agent's hooks speak, and how it names our tools. */
const hookPlatform = () => platformOf(mcp.getClientVersion()?.name) ?? claudeCode;

/** By the plugin's hooks, or by what an export wrote, which names the agent to the server. */
const isGuided = (clientName: string | undefined): boolean =>
  (findPlatform(env.PLIMSOLL_HOST) ?? hotPlatform(platformOf(clientName)?.id ?? '')) !== undefined;

/** The folder that rules are meant for: the same whether a hook asks or a call has arrived. */
const projectRoot = (): string => realPath(folder);

/** Confinement of what this server runs; undefined while there is no data directory. */
function openSandbox(): Sandbox | undefined {
  if (home === undefined) return undefined;
  sandbox ??= serverSandbox({
    env,
    dataHome: home,
    projectRoot: resolveProject(home, folder).root,
    current,
  });
  return sandbox;
}

const codeRules = createCodeRules(home);
const { gate, reads, judgePage, current } = createGate({
  env,
  projectRoot,
  // Only the user's own word counts: any client can give itself a name.
  isHostAsking: () => findPlatform(environmentValue(env, 'PLIMSOLL_HOST'))?.asksBeforeCalls ?? false,
  sandbox: openSandbox,
  codeRules,
});

/** A thread for TypeScript, while there is some: loading what turns it into JavaScript takes long, and hooks wait. */
const typescript = createWorkerClient(pathToFileURL(join(bundleDirectory(), 'typescript.mjs')), undefined);
const toJavaScript = async (code: string): Promise<string> =>
  String(await typescript.run(code, { timeoutMs: TYPESCRIPT_LIMIT_MS }));

async function openContext(): Promise<ToolContext> {
  if (context !== undefined) return context;
  folder = await clientFolder(env, mcp);
  const data = needHome();
  const { root, outDir } = resolveProject(data, folder);
  const box = openSandbox();
  const runner = createCodeRunner({
    home: data,
    outDir,
    env,
    toJavaScript,
    onLargeOutput: () => context?.expectDigest(),
    ...(box === undefined ? {} : { confine: box.confine }),
  });
  context ??= createToolContext({
    env,
    home: data,
    projectRoot: root,
    outDir,
    runner: { ...runner, run: (request) => tracked(runner.run(request)) },
    platform: hookPlatform,
    accounts,
    fetching: createFetchingOf({ home: data, env, workspace: openWorkspace, judge: judgePage }),
    diagnose: () => askDoctor(env, root),
    upgradePlan: () => askUpgrade(env, root),
    purging: createPurging({
      home: data,
      own: openWorkspace,
      projects: () => allProjects(data),
      open: (project) => createWorkspace({ home: data, env, folder, project, log }),
    }),
    shutdown: shutdown.signal,
    track: (ended) => void tracked(ended),
    workspace: openWorkspace,
    contextLoad: () => sessionContext.shown(),
    takeInNotes: (open) =>
      indexMemoryFiles(open, { env, folder: root, platform: hookPlatform(), mayRead: reads.mayRead }),
    onFault: (thrown) => fault(toAppError(thrown).code, toAppError(thrown).message),
  });
  return context;
}

const sessionContext = createSessionContext({
  env,
  home,
  continuedStarts: () => hookPlatform().continuedStarts,
  countFacts: (sessionId) => openWorkspace().factStore.count(sessionId),
  firstSession: () => {
    const sessionId = environmentValue(env, 'CLAUDE_CODE_SESSION_ID');
    return sessionId === undefined ? undefined : { platform: hookPlatform().id, sessionId, cwd: folder };
  },
  fault,
});
const accounts = createAccounts({
  sessionId: env.CLAUDE_CODE_SESSION_ID,
  workspace: openWorkspace,
  listing: () => listingTally(hookPlatform(), mcp.getClientVersion()?.version ?? '', env),
  onSaved: (sessionId, bytes) => sessionContext.keptOut(sessionId, bytes),
  onFault: (thrown) => fault(toAppError(thrown).code, toAppError(thrown).message),
});
const callers = new Callers();
const answerHook = createHookDoor({
  env,
  needHome,
  folder: () => folder,
  projectRoot,
  outDir,
  platform: () => hookPlatform(),
  fault,
  gate,
  codeRules,
  mayRead: reads.mayRead,
  context: openContext,
  workspace: openWorkspace,
  callers,
  accounts,
  contextNote: (event, input) => sessionContext.note(event, input),
});
const idleMemory = new IdleMemory();

const mcp = createMcpServer({
  onCall: () => idleMemory.touch(),
  version: VERSION,
  context: openContext,
  platformOf,
  isGuided,
  onFault: fault,
  shutdown: shutdown.signal,
  gate,
  callerOf: (callId) => callers.of(callId),
  onHook: answerHook,
});

function leave(exitCode: number): void {
  try {
    sandbox?.close();
    if (home !== undefined) removeOwnScratch(home);
  } catch (thrown) {
    fault('INTERNAL', `scratch folder: ${String(thrown)}`);
  }
  process.exit(exitCode);
}

/** A server that lived less is a trial, and takes no time at its end. */
const WORTH_KEEPING_MS = 5_000;
let keepCompiled = (): void => undefined;

async function end(exitCode: number): Promise<void> {
  if (shutdown.signal.aborted) return;
  setTimeout(() => leave(exitCode), CLOSE_LIMIT_MS).unref();
  shutdown.abort(SHUTDOWN);
  await Promise.all(runs);
  accounts.flush();
  await workspace?.close().catch((thrown) => fault('INTERNAL', String(thrown)));
  if (performance.now() > WORTH_KEEPING_MS) keepCompiled();
  leave(exitCode);
}

process.on('unhandledRejection', (reason) => fault('INTERNAL', `unhandled rejection: ${String(reason)}`));
process.on('uncaughtException', (error) => {
  fault('INTERNAL', `uncaught exception: ${error.stack ?? String(error)}`);
  void end(1);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
watchParent(() => void end(0));
startHousekeeping({ home, workspace: () => workspace, fault, readRules: current });

const transport = new StdioTransport({ input: process.stdin, output: process.stdout, onFault: fault });
// Before the SDK's own handler, which aborts running calls without a reason: they would get a grace period that we lack.
transport.onclose = () => void end(0);
mcp
  .connect(transport)
  .then(() => {
    if (process.stdin.readableEnded)
      throw new AppError('INTERNAL', 'stdin ended before the server was ready');
  })
  .catch((thrown) => {
    fault('INTERNAL', `no connection: ${String(thrown)}`);
    void end(1);
  });

/** What whoever starts this script hands over. */
export const server = {
  importBy,
  /** Done after all else. */
  beforeExit(work: () => void): void {
    keepCompiled = work;
  },
};
