import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, toJson } from '#core/json.ts';
import { shortHash } from '#core/text/shorten.ts';
import type { HookCodec, PlatformDescriptor } from '../define.ts';
import { present, structured, text } from './fields.ts';
import { fitContext } from './fit-context.ts';
import { geminiText } from './gemini-result.ts';

/** What hooks added at the start stands in front of the user's words. */
const ADDED = /^(?:\s*<hook_context>[\s\S]*?<\/hook_context>\s*)+/;

/**
 * Events carry no id. All hooks of one event get the same time, so a second hook of ours tells of the same; the next call of
 * the same tool has another time.
 */
function idOf(input: JsonRecord): string | undefined {
  const at = text(input, 'timestamp');
  if (at === undefined) return undefined;
  return `${at}-${shortHash(`${text(input, 'tool_name')} ${toJson(input.tool_input)} ${text(input, 'prompt')}`)}`;
}

function parse(platform: string, event: HookEventName, input: JsonRecord): HookEvent | undefined {
  const sessionId = text(input, 'session_id');
  if (sessionId === undefined) return undefined;
  const toolResponse = structured(input, 'tool_response');
  const isFailed = isRecord(toolResponse) && isRecord(toolResponse.error);
  const name = event === 'post_tool' && isFailed ? 'post_tool_failure' : event;
  const fields = {
    transcriptPath: text(input, 'transcript_path'),
    toolName: text(input, 'tool_name'),
    toolUseId: idOf(input),
    toolInput: structured(input, 'tool_input'),
    toolResponse,
    prompt: event === 'user_prompt' ? text(input, 'prompt')?.replace(ADDED, '') : undefined,
    message: text(input, 'prompt_response'),
    detail: text(input, 'source') ?? text(input, 'trigger') ?? text(input, 'reason'),
  };
  return { platform, name, sessionId, cwd: text(input, 'cwd') ?? '', ...present(fields) };
}

/** An answer in another event's name is passed over. */
const CONTEXT_EVENTS: Partial<Record<HookEventName, string>> = {
  session_start: 'SessionStart',
  user_prompt: 'BeforeAgent',
  post_tool: 'AfterTool',
  post_tool_failure: 'AfterTool',
};

const isAfter = (name: HookEventName): boolean => name === 'post_tool' || name === 'post_tool_failure';

/** A refusal, and what stands for a result, are a reason: beside it, the added context of the same answer would not be read. */
function refusal(event: HookEvent, { permission, output, context }: HookDecision): string | undefined {
  const isRefused = event.name === 'pre_tool' && permission?.verdict === 'deny';
  const replaced = isAfter(event.name) && typeof output === 'string' ? output : undefined;
  const reason = isRefused ? permission.reason : replaced;
  return reason !== undefined && context ? `${reason}\n\n${context}` : reason;
}

/**
 * A question to the user is left to the server, which asks it itself: a yes given to the host would not reach it. An allowed
 * call needs no word.
 */
function render(event: HookEvent, decision: HookDecision, platform: PlatformDescriptor): HookAnswer {
  const silent = decision.isSilent ? { suppressOutput: true } : {};
  const reason = refusal(event, decision);
  if (reason !== undefined) return JSON.stringify({ ...silent, decision: 'deny', reason });
  const hookEventName = CONTEXT_EVENTS[event.name];
  if (hookEventName === undefined || !decision.context) return '';
  const additionalContext = fitContext(decision.context, platform.capabilities.contextMaxChars);
  return JSON.stringify({ ...silent, hookSpecificOutput: { hookEventName, additionalContext } });
}

/** The dialect of Gemini CLI's hooks (0.61.0, by run). */
export const geminiCodec: HookCodec = { parse, resultText: geminiText, render };
