/**
 * `hook.cjs <platform> <Event>`: the door for agents that start a process per hook. Every millisecond here is paid by
 * the agent, so this bundle loads node:fs, node:net only for a socket, the rules only before a call of our own tools,
 * and no other module; a test holds it to that.
 */
import { writeSync } from 'node:fs';
import type { HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { parseJson } from '#core/json.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { runHook } from '#hooks/pipeline.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { spoolEvent } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { findPlatform } from '#platforms/index.ts';

/** Leaves half a second to start and answer within the two seconds that a hook may take. */
const DEADLINE_MS = 1_500;

/** Rules are read and parsed only where one can be meant. */
function permit(event: HookEvent, platform: PlatformDescriptor): HookPermission | undefined {
  if (!TOOL_NAMES.some((tool) => platform.toolName(tool) === event.toolName)) return undefined;
  // Beside this bundle, and no part of it.
  const rules = require('./hook-policy.cjs') as typeof import('./hook-policy.ts');
  return rules.permit(event, platform, process.env);
}

async function answer(home: string, log: Log): Promise<string> {
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
  return runHook(platform, eventName, parseJson(input.text), {
    record: (event) => spoolEvent(home, event),
    fault: (code, message) => log({ code, message }),
    nowMs: Date.now,
    folder: () => process.cwd(),
    permit: (event) => permit(event, platform),
  });
}

async function main(): Promise<void> {
  const home = resolveHome(process.env);
  const text = await answer(home, createLog(home, 'hook', Date.now));
  if (text !== '') writeSync(1, text);
}

// Whatever happens (a closed stdout included), the agent sees success and, at worst, silence.
main().then(
  () => process.exit(0),
  () => process.exit(0),
);
