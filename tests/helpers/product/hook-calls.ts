import type { ToolName } from '#core/tool-names.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import type { LineClient, ToolAnswer } from './line-client.ts';
import type { Place } from './places.ts';

/** What our hook told the agent before a call. */
export interface HookVerdict {
  /** Undefined: it said nothing. */
  readonly decision: string | undefined;
  readonly reason: string;
  /** The whole document. */
  readonly document: Readonly<Record<string, unknown>>;
}

export interface HookedCall {
  readonly tool: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly toolUseId?: string;
  readonly mode?: string;
}

/** Asks the server as the agent's PreToolUse hook does, in the form in which the generated hooks.json sends it. */
async function askHook(
  client: LineClient,
  place: Place,
  {
    toolName,
    input,
    toolUseId = 'toolu_1',
    mode = 'default',
  }: {
    readonly toolName: string;
    readonly input: unknown;
    readonly toolUseId?: string | undefined;
    readonly mode?: string | undefined;
  },
): Promise<HookVerdict> {
  const { text } = await client.call('hook_event', {
    event: 'PreToolUse',
    session_id: 's-1',
    cwd: place.project,
    tool_name: toolName,
    tool_use_id: toolUseId,
    tool_input: JSON.stringify(input),
    permission_mode: mode,
  });
  const document = JSON.parse(text) as { hookSpecificOutput?: Readonly<Record<string, unknown>> };
  const said = document.hookSpecificOutput ?? {};
  return {
    decision: said.permissionDecision === undefined ? undefined : String(said.permissionDecision),
    reason: String(said.permissionDecisionReason ?? ''),
    document,
  };
}

/** The hook's answer about a call of one of our tools. */
export const hookVerdict = (client: LineClient, place: Place, call: HookedCall): Promise<HookVerdict> =>
  askHook(client, place, { ...call, toolName: claudeCode.toolName(call.tool) });

/** The call itself, with the id that the hook was told. */
export const hookedCall = (client: LineClient, call: HookedCall): Promise<ToolAnswer> =>
  client.call(call.tool, call.input, { 'claudecode/toolUseId': call.toolUseId ?? 'toolu_1' });
