import { toAppError } from '#core/errors.ts';
import { type HookDecision, mergeDecisions, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, stringField } from '#core/json.ts';
import type { Advice } from '#features/routing/advice.ts';
import type { Detour } from '#features/routing/detour.ts';
import type { RoutingMode } from '#features/routing/settings.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { type Govern, onPostTool } from './handlers/post-tool.ts';
import { routeCall } from './handlers/route-call.ts';
import { onContext } from './handlers/watch-context.ts';
import { type DecidedEvent, decideEvent, type HookPorts, rendered } from './pipeline.ts';
import type { Requests } from './requests.ts';

/** A hook must answer with a JSON document; this one says nothing. */
const NOTHING = '{}';

/** What a running server can do beside what every door can. */
export interface LiveHookPorts extends HookPorts {
  /** The user has asked for something: from now on the model thinks. */
  readonly onPrompt: () => void;
  /** Makes ready what judges a call of this tool. */
  readonly ready: (toolName: string) => Promise<void>;
  /** The call of ours that does what this shell text does. */
  readonly shellDetour: (code: string) => Promise<Detour | undefined>;
  readonly govern: Govern;
  /** Stores what a failed call said. */
  readonly keepFailure: (event: HookEvent) => Promise<void>;
  readonly requests: Requests;
  /** Told of results that cannot be read. */
  readonly odd: (toolName: string, why: string) => void;
  /** @throws AppError ARGUMENT_INVALID, when the setting is wrong */
  readonly routing: () => {
    readonly mode: RoutingMode;
    /** Undefined when it is switched off. */
    readonly advice: Advice | undefined;
    readonly isGoverning: boolean;
  };
}

/** What takes the stores, or more than a moment. A fault takes nothing away: the agent goes on with what it has. */
async function decideLive(
  { event, isNew }: DecidedEvent,
  platform: PlatformDescriptor,
  ports: LiveHookPorts,
): Promise<HookDecision> {
  try {
    ports.requests.note(event);
    const { mode, advice, isGoverning } = ports.routing();
    switch (event.name) {
      case 'session_start':
        if (event.detail !== 'resume') advice?.rearm(event.sessionId);
        return NO_DECISION;
      case 'user_prompt':
        ports.onPrompt();
        return NO_DECISION;
      case 'pre_compact':
        advice?.rearm(event.sessionId);
        return NO_DECISION;
      case 'pre_tool':
        return await routeCall(event, platform, { mode, shellDetour: ports.shellDetour });
      case 'post_tool': {
        const { govern, odd } = ports;
        const request = ports.requests.of(event.sessionId);
        return await onPostTool(event, platform, { govern, request, advice, isGoverning, odd });
      }
      case 'post_tool_failure':
        if (isNew) await ports.keepFailure(event);
        return NO_DECISION;
      default:
        return NO_DECISION;
    }
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
    if (isRecord(args) && platform.events[eventName] === 'pre_tool')
      await ports.ready(stringField(args, 'tool_name') ?? '');
    const decided = decideEvent(platform, eventName, args, ports);
    if (decided === undefined) return NOTHING;
    const { event, decisions } = decided;
    const live = await decideLive(decided, platform, ports);
    // Last, so that the note is said as soon as it is taken.
    const note = onContext(event, ports);
    return rendered(event, mergeDecisions([...decisions, live, note]), platform, ports) || NOTHING;
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${eventName}: ${toAppError(thrown).message}`);
    return NOTHING;
  }
}
