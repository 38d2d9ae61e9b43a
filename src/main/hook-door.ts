import { type ErrorCode, toAppError } from '#core/errors.ts';
import type { HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { readGovernorSettings } from '#features/governor/govern.ts';
import { fileHandleLine } from '#features/governor/handle-line.ts';
import type { Gate } from '#features/policy/gate.ts';
import { Advice } from '#features/routing/advice.ts';
import { readAdvice, readRoutingMode } from '#features/routing/settings.ts';
import { OddResults } from '#hooks/odd-results.ts';
import { Requests } from '#hooks/requests.ts';
import { answerHookTool } from '#hooks/tool-door.ts';
import { type Environment, isCapturing } from '#infra/home.ts';
import { secretValues } from '#infra/secret-values.ts';
import { spoolEvent } from '#infra/spool.ts';
import type { Callers } from '#mcp/callers.ts';
import type { ToolContext } from '#mcp/context.ts';
import { permitHook } from '#mcp/gate/permit-hook.ts';
import { loadedTally } from '#mcp/listing.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { readingOf } from '#platforms/reading/index.ts';
import { resultsOf } from '#platforms/results/index.ts';
import type { Accounts } from './accounts.ts';
import { answerCommand } from './answer-command.ts';
import { createGovernor } from './governor.ts';
import { keepFailure } from './keep-failure.ts';
import { createLiveMemory } from './live-memory.ts';
import type { createCodeRules } from './load-code-rules.ts';
import { createOwnEvents } from './own-events.ts';
import { createRehearsal } from './rehearse.ts';
import type { SessionContext } from './session-context.ts';
import type { Workspace } from './workspace.ts';

/** Tools of ours that run code. */
const RUN_TOOLS = ['ctx_execute', 'ctx_execute_file', 'ctx_batch_execute'] as const;

/** So long an event waits for another thread's or process's lock, and with it all that this thread does. The spool has none. */
const LOCK_WAIT_MS = 15;

/** What the server has that hooks are answered with. */
export interface HookDoorParts {
  readonly env: Environment;
  /** @throws AppError HOME_UNUSABLE */
  readonly needHome: () => string;
  readonly folder: () => string;
  readonly projectRoot: () => string;
  readonly outDir: () => string | undefined;
  readonly platform: () => PlatformDescriptor;
  readonly fault: (code: ErrorCode, message: string) => void;
  readonly gate: Gate;
  readonly codeRules: ReturnType<typeof createCodeRules>;
  readonly mayRead: (path: string) => boolean;
  readonly context: () => Promise<ToolContext>;
  /** @throws AppError of the store */
  readonly workspace: () => Workspace;
  readonly callers: Callers;
  readonly accounts: Accounts;
  /** See SessionContext. */
  readonly contextNote: SessionContext['note'];
}

/** Answers hooks that call the running server: what is recorded, judged, made short, remembered and said. */
export function createHookDoor(parts: HookDoorParts): (args: unknown) => Promise<string> {
  const { env, needHome, fault, gate, mayRead, callers, accounts } = parts;
  const hookPlatform = parts.platform;
  const openContext = parts.context;
  const openWorkspace = parts.workspace;

  const isOwn = createOwnEvents(needHome, parts.folder);

  /** Events go to the store; those of other projects, and those that it cannot take, to the spool, from where they are taken in later. */
  function record(event: SessionEvent): boolean {
    try {
      if (!isOwn(event.cwd)) {
        spoolEvent(needHome(), event);
        return true;
      }
      const { database, sessions, knowledge } = openWorkspace();
      knowledge.putOff();
      return database.within(LOCK_WAIT_MS, () => sessions.addEvent(event));
    } catch (thrown) {
      const { code, message } = toAppError(thrown);
      // Somebody else writes, which is nothing wrong.
      if (code !== 'STORE_BUSY') fault(code, message);
      spoolEvent(needHome(), event);
      return true;
    }
  }

  const requests = new Requests();
  const oddResults = new OddResults(fault);
  const advice = new Advice();
  const secrets = secretValues(env);
  const governor = createGovernor({
    home: needHome,
    context: openContext,
    settings: () => readGovernorSettings(env),
    mayRead,
    secrets,
    line: fileHandleLine,
    partsOfFiles: 'Read with offset and limit',
  });

  const ports = { fault, nowMs: Date.now, folder: parts.folder };
  const memory = createLiveMemory({
    env,
    platform: hookPlatform,
    workspace: openWorkspace,
    record,
    secrets,
    ports,
  });
  /** What a hook is told about a call before it is made. */
  const permit = (event: HookEvent): HookPermission | undefined =>
    permitHook(event, {
      gate,
      platform: hookPlatform(),
      projectRoot: parts.projectRoot(),
      mayRead,
      outDir: parts.outDir,
    });

  /** With the first prompt: a command is not far. */
  const rehearseOnce = createRehearsal(
    () => ({
      ready: () => gate.ready(true),
      permit,
      platform: hookPlatform().id,
      toolName: hookPlatform().toolName('ctx_execute'),
      folder: parts.folder(),
      others: () => (isCapturing(env) ? memory.rehearsal() : []),
    }),
    (thrown) => fault('INTERNAL', `rehearsal: ${toAppError(thrown).message}`),
  );

  /** Schemas of ours that the agent loads enter the context. */
  function countLoaded({ name, toolName, toolResponse }: HookEvent): void {
    const platform = hookPlatform();
    const loader = readingOf(platform.id)?.schemaLoader;
    if (name !== 'post_tool' || loader === undefined || toolName !== loader) return;
    const loaded = loadedTally(platform, platform.codec.resultText(toolResponse) ?? '');
    if (loaded !== undefined) accounts.count(loaded);
  }

  return (args) =>
    answerHookTool(hookPlatform(), args, {
      ...ports,
      ...(isCapturing(env) ? { ...memory, record } : { record: () => true }),
      permit: (event) => {
        callers.note(event);
        return permit(event);
      },
      isRouting: () => readRoutingMode(env, hookPlatform().capabilities.replaces === 'all') !== 'off',
      onPrompt: rehearseOnce,
      results: resultsOf,
      contextNote: (event, input) => {
        accounts.follow(event);
        countLoaded(event);
        return parts.contextNote(event, input);
      },
      added: (event, bytes) => accounts.added(event, bytes),
      ready: (toolName) => gate.ready(RUN_TOOLS.some((tool) => hookPlatform().toolName(tool) === toolName)),
      shellDetour: async (code) => parts.codeRules().shellDetour(code),
      govern: (call) => governor.govern(call),
      keepFailure: (event) =>
        keepFailure(event, hookPlatform(), {
          home: needHome,
          context: openContext,
          secrets,
          results: resultsOf,
        }),
      requests,
      reply: (command) => answerCommand(command, openContext, hookPlatform().commandPrefix ?? '/'),
      odd: (toolName, why) => oddResults.tell(toolName, why),
      routing: () => ({
        mode: readRoutingMode(env, hookPlatform().capabilities.replaces === 'all'),
        advice: readAdvice(env) ? advice : undefined,
        isGoverning: readGovernorSettings(env).mode === 'govern',
      }),
    });
}
