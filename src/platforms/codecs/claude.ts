import type { HookDecision } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, toJson } from '#core/json.ts';
import type { HookCodec } from '../define.ts';
import { present, structured, text } from './fields.ts';

function parse(platform: string, name: HookEventName, input: JsonRecord): HookEvent | undefined {
  const sessionId = text(input, 'session_id');
  if (sessionId === undefined) return undefined;
  const fields = {
    agentId: text(input, 'agent_id'),
    transcriptPath: text(input, 'transcript_path'),
    toolName: text(input, 'tool_name'),
    toolUseId: text(input, 'tool_use_id'),
    permissionMode: text(input, 'permission_mode'),
    toolInput: structured(input, 'tool_input'),
    toolResponse: structured(input, 'tool_response') ?? text(input, 'error'),
    prompt: text(input, 'prompt'),
    message: text(input, 'last_assistant_message'),
    agentType: text(input, 'agent_type'),
    instructions: name === 'pre_compact' ? text(input, 'custom_instructions') : undefined,
    file: name === 'rules_loaded' ? text(input, 'file_path') : undefined,
    // Every event inside a subagent carries its type; only the end of one is about it.
    detail:
      text(input, 'source') ??
      text(input, 'trigger') ??
      text(input, 'reason') ??
      (name === 'subagent_stop' ? text(input, 'agent_type') : undefined),
  };
  return { platform, name, sessionId, cwd: text(input, 'cwd') ?? '', ...present(fields) };
}

/**
 * What this hook prints is appended to the instructions for the summary as it is, unless it is an object; of an object nothing
 * gets there (both versions). A list is a document all the same.
 */
const listOf = (context: string): string => JSON.stringify(context.split('\n'), null, 1);

/** Claude Code ignores a document whose `hookEventName` is not the event's own, hence the map. */
const CONTEXT_EVENTS: Partial<Record<HookEventName, string>> = {
  session_start: 'SessionStart',
  user_prompt: 'UserPromptSubmit',
  pre_tool: 'PreToolUse',
  post_tool: 'PostToolUse',
  post_tool_failure: 'PostToolUseFailure',
};

function render(event: HookEvent, { context, permission, output, reply, isSilent }: HookDecision): string {
  if (event.name === 'user_prompt' && reply !== undefined)
    return JSON.stringify({
      decision: 'block',
      reason: reply,
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
    });
  if (event.name === 'pre_compact') return context ? listOf(context) : '';
  const hookEventName = CONTEXT_EVENTS[event.name];
  if (hookEventName === undefined) return '';
  const isDecided = permission !== undefined && event.name === 'pre_tool';
  const updated = event.name === 'post_tool' ? output : undefined;
  if (!context && !isDecided && updated === undefined) return '';
  const decided = isDecided
    ? { permissionDecision: permission.verdict, permissionDecisionReason: permission.reason }
    : {};
  const added = context ? { additionalContext: context } : {};
  const replaced = updated === undefined ? {} : { updatedToolOutput: updated };
  const silent = isSilent ? { suppressOutput: true } : {};
  return JSON.stringify({
    ...silent,
    hookSpecificOutput: { hookEventName, ...decided, ...added, ...replaced },
  });
}

/** Text of an MCP-style content array; other parts (images, resources) count as their JSON. */
export function contentText(parts: readonly unknown[]): string {
  return parts
    .map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : (toJson(part) ?? '')))
    .join('\n');
}

/**
 * The text of a tool's result as Claude Code hands it to hooks (Bash: stdout, into which stderr is merged; Read: the
 * file's content; MCP and Agent: the text parts); other shapes as JSON. Undefined when there is no result,
 * or one that is nested too deeply.
 */
function resultText(response: unknown): string | undefined {
  if (response === undefined || response === null) return undefined;
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return contentText(response);
  if (isRecord(response)) {
    if (typeof response.stdout === 'string') return response.stdout;
    if (isRecord(response.file) && typeof response.file.content === 'string') return response.file.content;
    if (Array.isArray(response.content)) return contentText(response.content);
  }
  return toJson(response);
}

/** The dialect of Claude Code's hooks; sources in docs/platforms.md. */
export const claudeCodec: HookCodec = { parse, resultText, render };
