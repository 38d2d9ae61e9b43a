import { toAppError } from '#core/errors.ts';
import { type HookDecision, mergeDecisions, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, stringField } from '#core/json.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { type Govern, onPostTool } from './handlers/post-tool.ts';
import { decideEvent, type HookPorts } from './pipeline.ts';
import type { Requests } from './requests.ts';

/** A hook must answer with a JSON document; this one says nothing. */
const NOTHING = '{}';

/** What a running server can do beside what every door can. */
export interface LiveHookPorts extends HookPorts {
  readonly govern: Govern;
  readonly requests: Requests;
}

/** What takes the stores, or more than a moment. A fault takes nothing away: the agent goes on with what it has. */
async function decideLive(
  event: HookEvent,
  platform: PlatformDescriptor,
  ports: LiveHookPorts,
): Promise<HookDecision> {
  try {
    ports.requests.note(event);
    if (event.name !== 'post_tool') return NO_DECISION;
    const request = ports.requests.of(event.sessionId);
    return await onPostTool(event, platform, { govern: ports.govern, request });
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${event.name}: ${toAppError(thrown).message}`);
    return NO_DECISION;
  }
}

/**
 * The door for hooks that call a tool of our running server: no process starts. The arguments are the event's fields,
 * as the generated hooks.json names them. Never rejects.
 */
export async function answerHookTool(
  platform: PlatformDescriptor,
  args: unknown,
  ports: LiveHookPorts,
): Promise<string> {
  const eventName = isRecord(args) ? (stringField(args, 'event') ?? '') : '';
  try {
    const decided = decideEvent(platform, eventName, args, ports);
    if (decided === undefined) return NOTHING;
    const { event, decisions } = decided;
    const live = await decideLive(event, platform, ports);
    return platform.codec.render(event, mergeDecisions([...decisions, live])) || NOTHING;
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${eventName}: ${toAppError(thrown).message}`);
    return NOTHING;
  }
}
