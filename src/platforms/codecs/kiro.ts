import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, toJson } from '#core/json.ts';
import { shortHash } from '#core/text/shorten.ts';
import type { HookCodec, PlatformDescriptor } from '../define.ts';
import { contentText } from './claude.ts';
import { present, structured, text } from './fields.ts';
import { fitContext } from './fit-context.ts';

/** The exit code by which a call is refused; the model reads stderr. Of a compaction it would refuse that, so only calls get it. */
const REFUSED = 2;

/** Versions before 3 name no session: what happens in one folder counts as one. */
const sessionOf = (input: JsonRecord): string | undefined => {
  const cwd = text(input, 'cwd');
  const isEvent = text(input, 'hook_event_name') !== undefined && cwd !== undefined;
  return (
    text(input, 'session_id') ??
    (isEvent && input.session_id === undefined ? `folder-${shortHash(cwd)}` : undefined)
  );
};

function parse(platform: string, event: HookEventName, input: JsonRecord): HookEvent | undefined {
  const sessionId = sessionOf(input);
  if (sessionId === undefined) return undefined;
  const toolResponse = structured(input, 'tool_response');
  const isFailed = isRecord(toolResponse) && toolResponse.success === false;
  const fields = {
    toolName: text(input, 'tool_name'),
    toolUseId: text(input, 'tool_use_id'),
    toolInput: structured(input, 'tool_input'),
    toolResponse,
    prompt: text(input, 'prompt'),
    message: text(input, 'assistant_response'),
    detail: text(input, 'source') ?? text(input, 'trigger') ?? text(input, 'reason'),
  };
  const name = event === 'post_tool' && isFailed ? 'post_tool_failure' : event;
  return { platform, name, sessionId, cwd: text(input, 'cwd') ?? '', ...present(fields) };
}

/** The text of a result: a text, text parts, or what stands in `result`, `content`, `stdout` or `output`; else JSON. */
function resultText(response: unknown): string | undefined {
  if (response === undefined || response === null) return undefined;
  if (typeof response === 'string') return response;
  if (Array.isArray(response))
    return contentText(response.map((part) => (typeof part === 'string' ? { text: part } : part)));
  if (isRecord(response)) {
    for (const key of ['result', 'content', 'stdout', 'output', 'error']) {
      if (response[key] !== undefined && response[key] !== null) return resultText(response[key]);
    }
  }
  return toJson(response);
}

/** Plain text on stdout where it reaches the model; a refusal by exit code; a question is left to the server, which asks itself. */
function render(
  event: HookEvent,
  { context, permission }: HookDecision,
  platform: PlatformDescriptor,
): HookAnswer {
  if (event.name === 'pre_tool')
    return permission?.verdict === 'deny'
      ? { exitCode: REFUSED, stderr: context ? `${permission.reason}\n\n${context}` : permission.reason }
      : '';
  const { contextOn, contextMaxChars } = platform.capabilities;
  return context && contextOn.includes(event.name) ? fitContext(context, contextMaxChars) : '';
}

/** The dialect of Kiro's hooks, of version 3 and of the 2.x before it (by documentation and packages). */
export const kiroCodec: HookCodec = { parse, resultText, render };
