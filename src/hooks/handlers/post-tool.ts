import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';

/** Makes large results short; undefined: this one stays as it is. */
export type Govern = (call: {
  readonly output: ToolOutput;
  readonly toolUseId: string | undefined;
  /** What the user asked for last; empty when nobody knows. */
  readonly request: string;
}) => Promise<string | undefined>;

/** Our own tools keep to their budgets themselves, however the server is called. */
const isOurs = (toolName: string, platform: PlatformDescriptor): boolean =>
  TOOL_NAMES.some((tool) => toolName === platform.toolName(tool) || toolName.endsWith(`plimsoll__${tool}`));

export async function onPostTool(
  event: HookEvent,
  platform: PlatformDescriptor,
  { govern, request }: { readonly govern: Govern; readonly request: string },
): Promise<HookDecision> {
  const { toolName, toolUseId } = event;
  if (toolName === undefined || isOurs(toolName, platform)) return NO_DECISION;
  const output = platform.codec.outputOf(event);
  const text = output === undefined ? undefined : await govern({ output, toolUseId, request });
  return text === undefined ? NO_DECISION : { output: text };
}
