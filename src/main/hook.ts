/**
 * `hook.cjs <platform> <Event>`: the door for agents that start a process per hook. Every millisecond here is paid by
 * the agent, so this bundle loads node:fs, node:net only for a socket, and no other module; a test holds it to that.
 * What few events need lies in siblings, which are loaded by these events alone.
 */
import { writeSync } from 'node:fs';
import type { HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { parseJson } from '#core/json.ts';
import { TEXT_ADDED } from '#core/session-event.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { type HookPorts, runHook } from '#hooks/pipeline.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { environmentValue, isCapturing, projectAround, resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { spoolEvent } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { findPlatform } from '#platforms/index.ts';
import { ContextWatch } from './hook-context-door.ts';
import { MemoryDoor } from './hook-memory-door.ts';

/** Leaves half a second to start and answer within the two seconds that a hook may take. */
const DEADLINE_MS = 1_500;

/** What rules say of a call of our own tools; nothing of any other: only these load what parses them. */
function permit(
  event: HookEvent,
  platform: PlatformDescriptor,
  scripts: CompiledScripts,
): HookPermission | undefined {
  if (!TOOL_NAMES.some((tool) => platform.toolName(tool) === event.toolName)) return undefined;
  const policy = scripts.load('hook-policy.cjs', event.name) as typeof import('./hook-policy.ts');
  return policy.permit(event, platform, process.env);
}

interface Doors {
  readonly home: string;
  readonly scripts: CompiledScripts;
  readonly context: ContextWatch;
  readonly memory: MemoryDoor;
}

async function answer({ home, scripts, context, memory }: Doors, log: Log): Promise<string> {
  const [platformId = '', eventName = ''] = process.argv.slice(2);
  const platform = findPlatform(platformId);
  if (platform === undefined) {
    log({ code: 'HOOK_EVENT_UNKNOWN', message: `unknown platform "${platformId}"` });
    return '';
  }
  const input = await readHookInput(DEADLINE_MS);
  if (input.kind === 'fault') {
    log({ code: input.code, message: `${platformId} ${eventName}: ${input.message}` });
    return '';
  }
  const always: HookPorts = {
    record: () => true,
    fault: (code, message) => log({ code, message }),
    nowMs: Date.now,
    folder: () => process.cwd(),
    permit: (event) => permit(event, platform, scripts),
    contextNote: (event) => context.note(event),
    isRouting: () => environmentValue(process.env, 'PLIMSOLL_ROUTING_MODE') !== 'off',
  };
  const remembering: HookPorts = {
    ...always,
    record: (event) => {
      spoolEvent(home, event);
      return true;
    },
    added: ({ sessionId, name, cwd, ...event }, bytes) => {
      const project = projectAround(process.env, cwd);
      const record = { platform: event.platform, sessionId, name: TEXT_ADDED, detail: name, cwd, bytes };
      spoolEvent(home, { ...record, atMs: Date.now(), ...(project === undefined ? {} : { project }) });
    },
    facts: (event) => memory.factsOf(event),
    project: ({ cwd }) => projectAround(process.env, cwd),
    remember: (event) => memory.remember(event, platform, remembering),
  };
  const ports = isCapturing(process.env) ? remembering : always;
  return runHook(platform, eventName, parseJson(input.text), ports);
}

async function main(): Promise<void> {
  const home = resolveHome(process.env);
  const log = createLog(home, 'hook', Date.now);
  const scripts = new CompiledScripts(__dirname, home);
  const doors = {
    home,
    scripts,
    context: new ContextWatch(home, log, scripts),
    memory: new MemoryDoor(home, scripts),
  };
  const text = await answer(doors, log);
  if (text !== '') writeSync(1, text);
  doors.context.settle();
  doors.memory.settle();
  scripts.settle();
}

// Whatever happens (a closed stdout included), the agent sees success and, at worst, silence.
main().then(
  () => process.exit(0),
  () => process.exit(0),
);
