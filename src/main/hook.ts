/**
 * `hook.cjs <platform> <Event>`: the door for agents that start a process per hook. Every millisecond here is paid by
 * the agent, so this bundle loads node:fs, node:net only for a socket, and no other module; a test holds it to that.
 * What few events need lies in siblings, which are loaded by these events alone.
 */
import { readFileSync, rmSync, writeSync } from 'node:fs';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { parseJson } from '#core/json.ts';
import { type HookPorts, runHook, sessionEvent } from '#hooks/pipeline.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { isCapturing, projectAround, resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { appendLine, owedFile, spoolEvent } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { findPlatform } from '#platforms/index.ts';

/** Leaves half a second to start and answer within the two seconds that a hook may take. */
const DEADLINE_MS = 1_500;

/** Bundles beside this one. */
const capture = (): typeof import('./hook-capture.ts') => require(`${__dirname}/hook-capture.cjs`);
const memory = (): typeof import('./hook-memory.ts') => require(`${__dirname}/hook-memory.cjs`);

/** Events that need the store. */
const RARE: ReadonlySet<string> = new Set(['session_start', 'pre_compact', 'session_end']);
/** Events that can bring a guide again. */
const CARRIERS: ReadonlySet<string> = new Set(['user_prompt', 'post_tool', 'post_tool_failure']);

/** Starts of a session after which a guide is given. */
const GUIDED: ReadonlySet<string> = new Set(['compact', 'resume']);

interface Door {
  readonly home: string;
  readonly platform: PlatformDescriptor;
  /** Removed once the answer is out. */
  readonly owed: Set<string>;
}

/** Whether another process left word that a guide is owed. */
function owedBy(mark: string): 'maybe' | 'cut' | undefined {
  try {
    return readFileSync(mark, 'utf8').endsWith('session_start\n') ? 'cut' : 'maybe';
  } catch {
    return undefined;
  }
}

/** The session's memory, for events that need it, and where a guide is owed. */
function remember(event: HookEvent, { home, platform, owed: settled }: Door, ports: HookPorts): HookDecision {
  const { name, agentId, detail = '' } = event;
  const mark = owedFile(home, platform.id, event.sessionId);
  const owed = CARRIERS.has(name) && agentId === undefined ? owedBy(mark) : undefined;
  if (!RARE.has(name) && owed === undefined) return NO_DECISION;
  if (name === 'pre_compact' || (name === 'session_start' && GUIDED.has(detail))) appendLine(mark, name);
  const { env } = process;
  const folder = ports.project?.(event) ?? (event.cwd || process.cwd());
  const toRecord = (missed: HookEvent, atMs: number) => sessionEvent(missed, platform, ports, atMs);
  const { nowMs } = ports;
  const decision = memory().remember({
    event,
    platform,
    home,
    env,
    folder,
    bundleDir: __dirname,
    owed,
    toRecord,
    nowMs,
  });
  if (name !== 'pre_compact') settled.add(mark);
  return decision;
}

/** The user wants nothing to be written down. */
const silent = (log: Log): HookPorts => ({
  record: () => true,
  fault: (code, message) => log({ code, message }),
  nowMs: Date.now,
  folder: () => process.cwd(),
});

async function answer(door: Omit<Door, 'platform'>, log: Log): Promise<string> {
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
  if (!isCapturing(process.env)) return runHook(platform, eventName, parseJson(input.text), silent(log));
  const ports: HookPorts = {
    record: (event) => {
      spoolEvent(door.home, event);
      return true;
    },
    fault: (code, message) => log({ code, message }),
    nowMs: Date.now,
    folder: () => process.cwd(),
    facts: (event) => capture().factsOf(event),
    project: ({ cwd }) => projectAround(process.env, cwd),
    remember: (event) => remember(event, { ...door, platform }, ports),
  };
  return runHook(platform, eventName, parseJson(input.text), ports);
}

async function main(): Promise<void> {
  const home = resolveHome(process.env);
  const owed = new Set<string>();
  const text = await answer({ home, owed }, createLog(home, 'hook', Date.now));
  if (text !== '') writeSync(1, text);
  for (const mark of owed) rmSync(mark, { force: true });
}

// Whatever happens (a closed stdout included), the agent sees success and, at worst, silence.
main().then(
  () => process.exit(0),
  () => process.exit(0),
);
