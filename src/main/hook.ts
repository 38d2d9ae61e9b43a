/**
 * `hook.cjs <platform> <Event>`: the door for agents that start a process per hook. Every millisecond here is paid by
 * the agent, so this bundle loads node:fs, node:net only for a socket, and no other module; a test holds it to that.
 * What few events need lies in siblings, which are loaded by these events alone.
 */
import { existsSync, writeSync } from 'node:fs';
import { toAppError } from '#core/errors.ts';
import type { HookAnswer, HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { TEXT_ADDED } from '#core/session-event.ts';
import { type HookPorts, isOurCall, runHook, sessionEvent } from '#hooks/pipeline.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { projectAround, resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { CAPTURE, isOn, ROUTING } from '#infra/off-switch.ts';
import { spoolEvent } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { hotPlatform } from '#platforms/hot.ts';
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
  if (!isOurCall(event, platform)) return undefined;
  const policy = scripts.load('hook-policy.cjs', event.name) as typeof import('./hook-policy.ts');
  return policy.permit(event, platform, process.env);
}

/** The event is another agent's, which runs hooks that were written for this one. */
function isForeign(document: JsonRecord, { borrowed }: PlatformDescriptor): boolean {
  if (borrowed === undefined) return false;
  const own = process.env[borrowed.sessionVariable];
  if (own && document.session_id === own) return false;
  return (require(`${__dirname}/hook-foreign.cjs`) as typeof import('./hook-foreign.ts')).isForeign(
    document,
    process.env,
  );
}

interface Doors {
  readonly home: string;
  readonly scripts: CompiledScripts;
  readonly context: ContextWatch;
  readonly memory: MemoryDoor;
}

/** As it may stand in the name of a file. */
const PLAIN = /^[\w-]{1,60}$/;

/** The agent of that id, and what is done for those that are not known here; undefined for an id that nobody knows. */
function agentOf(id: string, eventName: string, { home, scripts }: Doors) {
  const hot = hotPlatform(id);
  if (hot !== undefined) return { platform: hot, door: undefined };
  // Each agent's events need other parts of it.
  const use = `${id}-${eventName}`;
  const others = scripts.load(
    'hook-platforms.cjs',
    PLAIN.test(use) ? use : 'any',
  ) as typeof import('./hook-platforms.ts');
  const platform = others.findPlatform(id);
  if (platform === undefined) return undefined;
  const place = { home, env: process.env, bundleDir: __dirname, scripts };
  return { platform, door: new others.ActDoor(place) };
}

const NOTHING = { answer: '', settle: (): void => undefined } as const;

async function answer(
  doors: Doors,
  log: Log,
): Promise<{ readonly answer: HookAnswer; readonly settle: () => void }> {
  const { home, scripts, context, memory } = doors;
  const [platformId = '', eventName = ''] = process.argv.slice(2);
  const agent = agentOf(platformId, eventName, doors);
  if (agent === undefined) {
    log({ code: 'HOOK_EVENT_UNKNOWN', message: `unknown platform "${platformId}"` });
    return NOTHING;
  }
  const { platform, door } = agent;
  const input = await readHookInput(DEADLINE_MS);
  if (input.kind === 'fault') {
    log({ code: input.code, message: `${platformId} ${eventName}: ${input.message}` });
    return NOTHING;
  }
  const document = parseJson(input.text);
  if (isRecord(document) && isForeign(document, platform)) return NOTHING;
  if (door?.isIdleTick(platform, eventName, document)) return NOTHING;
  const always: HookPorts = {
    record: () => true,
    fault: (code, message) => log({ code, message }),
    nowMs: Date.now,
    folder: () => process.cwd(),
    // Without the server an installation is not whole.
    isRouting: () => existsSync(`${__dirname}/server.mjs`) && isOn(ROUTING, process.env, home, process.cwd()),
    project: ({ cwd }) => projectAround(process.env, cwd),
    permit: (event) => permit(event, platform, scripts),
    contextNote: (event, given) => context.note(event, given, platform),
    act: (decided) => door?.act(decided, platform, always),
  };
  const remembering: HookPorts = {
    ...always,
    record: (event) => {
      memory.isGrown = spoolEvent(home, event);
      return true;
    },
    added: ({ name, sessionId, cwd }, bytes) => {
      const about = { platform: platform.id, name, sessionId, cwd, detail: name };
      spoolEvent(home, { ...sessionEvent(about, platform, always), name: TEXT_ADDED, bytes });
    },
    facts: (event) => memory.factsOf(event),
    remember: (event) => memory.remember(event, platform, remembering),
  };
  const ports = isOn(CAPTURE, process.env, home, process.cwd()) ? remembering : always;
  return { answer: await runHook(platform, eventName, document, ports), settle: () => door?.settle() };
}

/** The exit code: 0, but for agents that are told so that a call is refused. */
async function main(): Promise<number> {
  const home = resolveHome(process.env);
  const log = createLog(home, 'hook', Date.now);
  const scripts = new CompiledScripts(__dirname, home);
  const doors = {
    home,
    scripts,
    context: new ContextWatch(home, log, scripts),
    memory: new MemoryDoor(home, scripts),
  };
  const { answer: said, settle } = await answer(doors, log);
  if (typeof said !== 'string') writeSync(2, said.stderr);
  else if (said !== '') writeSync(1, said);
  for (const part of [doors.context, doors.memory, { settle }, scripts]) {
    try {
      part.settle();
    } catch (thrown) {
      // What failed here is done by whoever comes next.
      log({ code: 'HOOK_FAILED', message: `after the answer: ${toAppError(thrown).message}` });
    }
  }
  return typeof said === 'string' ? 0 : said.exitCode;
}

// Whatever fails (a closed stdout included), the agent sees success and, at worst, silence.
main().then(
  (exitCode) => process.exit(exitCode),
  () => process.exit(0),
);
