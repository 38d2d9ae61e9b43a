import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { type Detour, pageDetour } from '#features/routing/detour.ts';
import type { RoutingMode } from '#features/routing/settings.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { ToolResults } from '#platforms/results/tool-results.ts';

/** One or two lines: what would happen, and the call that does the same, ready to be made. */
function refusal({ what, tool, args }: Detour, platform: PlatformDescriptor): string {
  const filled = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `Not run: ${what}. The same, with only what matters shown: ${platform.shownToolName(tool)}(${filled.join(', ')})`;
}

interface RoutePorts {
  readonly mode: RoutingMode;
  readonly results: (platformId: string) => ToolResults | undefined;
  readonly shellDetour: (code: string) => Promise<Detour | undefined>;
}

/** Refuses a call that would flood the context where that is the mode, and names the call that does the same. */
export async function routeCall(
  event: HookEvent,
  platform: PlatformDescriptor,
  { mode, shellDetour, results }: RoutePorts,
): Promise<HookDecision> {
  if (mode !== 'redirect') return NO_DECISION;
  const calls = results(platform.id);
  const code = calls?.shellCodeOf(event);
  const url = calls?.pageUrlOf(event);
  const detour =
    code !== undefined ? await shellDetour(code) : url !== undefined ? pageDetour(url) : undefined;
  if (detour === undefined) return NO_DECISION;
  return { permission: { verdict: 'deny', reason: refusal(detour, platform) } };
}
