import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { type Detour, pageDetour, shellDetour } from '#features/routing/route.ts';
import type { RoutingMode } from '#features/routing/settings.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';

/** One or two lines: what would happen, and the call that does the same, ready to be made. */
function refusal({ what, tool, args }: Detour, platform: PlatformDescriptor): string {
  const filled = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `Not run: ${what}. The same, with only what matters shown: ${platform.toolName(tool)}(${filled.join(', ')})`;
}

/** Refuses a call that would flood the context where that is the mode, and names the call that does the same. */
export function routeCall(event: HookEvent, platform: PlatformDescriptor, mode: RoutingMode): HookDecision {
  if (mode !== 'redirect') return NO_DECISION;
  const { codec } = platform;
  const code = codec.shellCodeOf(event);
  const url = codec.pageUrlOf(event);
  const detour = code !== undefined ? shellDetour(code) : url !== undefined ? pageDetour(url) : undefined;
  if (detour === undefined) return NO_DECISION;
  return { permission: { verdict: 'deny', reason: refusal(detour, platform) } };
}
