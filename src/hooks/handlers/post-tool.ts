import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import { type Advice, adviceFor } from '#features/routing/advice.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { ToolResults } from '#platforms/results/tool-results.ts';

/** Makes large results short; undefined: this one stays as it is. */
export type Govern = (call: {
  readonly output: ToolOutput;
  readonly toolName: string;
  readonly toolUseId: string | undefined;
  /** What the user asked for last; empty when nobody knows. */
  readonly request: string;
}) => Promise<string | undefined>;

export interface PostToolPorts {
  readonly govern: Govern;
  readonly request: string;
  /** Undefined when advice is switched off. */
  readonly advice: Pick<Advice, 'give'> | undefined;
  /** Large results are made short in this session. */
  readonly isGoverning: boolean;
  /** Told of results that cannot be read. */
  readonly odd: (toolName: string, why: string) => void;
  readonly results: (platformId: string) => ToolResults | undefined;
}

/** Our own tools keep to their budgets themselves, however the server is called. */
const isOurs = (toolName: string, platform: PlatformDescriptor): boolean =>
  TOOL_NAMES.some((tool) => toolName === platform.toolName(tool) || toolName.endsWith(`plimsoll__${tool}`));

/** A digest in place of a large result, or advice about one that stays. @throws what the governor throws */
export async function onPostTool(
  event: HookEvent,
  platform: PlatformDescriptor,
  { govern, request, advice, isGoverning, odd, results: resultsOf }: PostToolPorts,
): Promise<HookDecision> {
  const { toolName, toolUseId } = event;
  if (toolName === undefined || isOurs(toolName, platform)) return NO_DECISION;
  const results = resultsOf(platform.id);
  const output = results?.outputOf(event);
  if (results === undefined) return NO_DECISION;
  if (output === undefined) {
    const why = results.oddityOf(event);
    if (why !== undefined) odd(toolName, why);
    return NO_DECISION;
  }
  const { replaces } = platform.capabilities;
  const canReplace = replaces === 'all' || (replaces === 'mcp' && output.kind === 'mcp');
  const text = canReplace ? await govern({ output, toolName, toolUseId, request }) : undefined;
  if (text !== undefined) return { output: results.responseWith(event, text) };
  // A subagent does one thing; what it would learn is gone with it.
  if (advice === undefined || event.agentId !== undefined) return NO_DECISION;
  const kind = adviceFor(output, Buffer.byteLength(output.text), isGoverning && canReplace);
  const context = kind === undefined ? undefined : advice.give(event.sessionId, kind, platform.shownToolName);
  return context === undefined ? NO_DECISION : { context };
}
