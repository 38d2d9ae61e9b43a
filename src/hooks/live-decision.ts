import { type ErrorCode, toAppError } from '#core/errors.ts';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { Advice } from '#features/routing/advice.ts';
import type { Detour } from '#features/routing/detour.ts';
import type { RoutingMode } from '#features/routing/settings.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { ToolResults } from '#platforms/results/tool-results.ts';
import { type Govern, onPostTool } from './handlers/post-tool.ts';
import { routeCall } from './handlers/route-call.ts';
import type { DecidedEvent } from './pipeline.ts';
import type { Requests } from './requests.ts';

/** What deciding takes the stores for, or more than a moment. */
export interface LivePorts {
  fault(code: ErrorCode, message: string): void;
  /** The user has asked for something: from now on the model thinks. */
  readonly onPrompt: () => void;
  /** What is known of the results of an agent's own tools; undefined: nothing. */
  readonly results: (platformId: string) => ToolResults | undefined;
  /** The call of ours that does what this shell text does. */
  readonly shellDetour: (code: string) => Promise<Detour | undefined>;
  readonly govern: Govern;
  /** Stores what a failed call said. */
  readonly keepFailure: (event: HookEvent) => Promise<void>;
  readonly requests: Pick<Requests, 'note' | 'of'>;
  /** Told of results that cannot be read. */
  readonly odd: (toolName: string, why: string) => void;
  /** @throws AppError ARGUMENT_INVALID, when the setting is wrong */
  readonly routing: () => {
    readonly mode: RoutingMode;
    /** Undefined when it is switched off. */
    readonly advice: Pick<Advice, 'give' | 'rearm'> | undefined;
    readonly isGoverning: boolean;
  };
}

/** What takes the stores, or more than a moment. A fault takes nothing away: the agent goes on with what it has. */
export async function decideLive(
  { event, isNew }: DecidedEvent,
  platform: PlatformDescriptor,
  ports: LivePorts,
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
        return await routeCall(event, platform, { mode, ...ports });
      case 'post_tool': {
        const { govern, odd, results } = ports;
        const request = ports.requests.of(event.sessionId);
        return await onPostTool(event, platform, {
          govern,
          request,
          advice,
          isGoverning,
          odd,
          results,
        });
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
