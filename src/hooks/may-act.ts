import type { HookEvent } from '#core/hook-event.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { processResultsOf } from '#platforms/results/of-process.ts';

/** What the parts are that have to be loaded: routing parses the command, the rest opens the store. */
export type Act = 'route' | 'live';

/** Programs and addresses without which no command is sent another way. */
const DETOURS = /\b(?:curl|wget|gradlew?|mvnw?|sbt|ant|xcodebuild|msbuild|bazel(?:isk)?)\b|https?:\/\//;
/** A failure that says less is remembered whole with its event. */
const FAILURE_BYTES = 300;

export interface ActLimits {
  /** Results of up to so many bytes are left as they are. */
  readonly resultBytes: number;
  /** Calls may be refused for what they would print. */
  readonly isRouting: boolean;
}

const bytesOf = (event: HookEvent, platform: PlatformDescriptor): number =>
  Buffer.byteLength(platform.codec.resultText(event.toolResponse) ?? '');

/** What must be loaded to decide on an event; undefined for most, about which there is nothing to decide. */
export function mayAct(
  event: HookEvent,
  platform: PlatformDescriptor,
  { resultBytes, isRouting }: ActLimits,
): Act | undefined {
  const { canRefuse, contextOn, replaces } = platform.capabilities;
  switch (event.name) {
    case 'pre_tool': {
      if (!isRouting || !canRefuse) return undefined;
      const results = processResultsOf(platform.id);
      const code = results?.shellCodeOf(event) ?? results?.pageUrlOf(event) ?? '';
      return DETOURS.test(code) ? 'route' : undefined;
    }
    case 'post_tool':
      if (replaces === 'none' && !contextOn.includes(event.name)) return undefined;
      return bytesOf(event, platform) > resultBytes ? 'live' : undefined;
    case 'post_tool_failure':
      return bytesOf(event, platform) >= FAILURE_BYTES ? 'live' : undefined;
    case 'pre_compact':
      // What was said once may be said again.
      return contextOn.includes('post_tool') && replaces !== 'all' ? 'live' : undefined;
    default:
      return undefined;
  }
}
