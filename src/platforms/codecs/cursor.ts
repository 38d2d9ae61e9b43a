import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, toJson } from '#core/json.ts';
import { shortHash } from '#core/text/shorten.ts';
import type { HookCodec, PlatformDescriptor } from '../define.ts';
import { contentText } from './claude.ts';
import { present, structured, text } from './fields.ts';
import { fitContext } from './fit-context.ts';

const firstRoot = ({ workspace_roots: roots }: JsonRecord): string | undefined => {
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
};

/** Ids of calls may hold a line break. Other events are known by the turn that they belong to, and by what they say. */
function idOf(input: JsonRecord): string | undefined {
  const id = text(input, 'tool_use_id');
  if (id !== undefined) return id.replace(/\s+/g, '_');
  const turn = text(input, 'generation_id');
  if (turn === undefined) return undefined;
  const said = [input.tool_name, input.tool_input, input.prompt, input.message_count, input.status];
  return `${turn}-${shortHash(toJson(said) ?? '')}`;
}

/** The path of a transcript is left out: nobody has seen what stands in it. */
function parse(platform: string, name: HookEventName, input: JsonRecord): HookEvent | undefined {
  const sessionId = text(input, 'conversation_id') ?? text(input, 'session_id');
  if (sessionId === undefined) return undefined;
  const fields = {
    toolName: text(input, 'tool_name'),
    toolUseId: idOf(input),
    toolInput: structured(input, 'tool_input'),
    toolResponse: structured(input, 'tool_output') ?? text(input, 'error_message'),
    prompt: text(input, 'prompt'),
    detail:
      text(input, 'trigger') ?? text(input, 'reason') ?? text(input, 'status') ?? text(input, 'failure_type'),
  };
  const cwd = text(input, 'cwd') ?? firstRoot(input) ?? '';
  return { platform, name, sessionId, cwd, ...present(fields) };
}

/** The text of a tool's result: of a shell its output, of an MCP tool the text parts; other shapes as JSON. */
function resultText(response: unknown): string | undefined {
  if (response === undefined || response === null) return undefined;
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return contentText(response);
  if (isRecord(response)) {
    for (const key of ['output', 'stdout', 'content', 'contents', 'text', 'result']) {
      const value = response[key];
      if (typeof value === 'string') return value;
      if (Array.isArray(value)) return contentText(value);
    }
  }
  return toJson(response);
}

/** Which field carries a text to the model; other events have none. */
const CONTEXT_EVENTS: ReadonlySet<HookEventName> = new Set(['session_start', 'post_tool']);

/**
 * "ask" is in the schema of this event and not obeyed: the server asks itself. Text for the model goes with a refusal, since
 * it reads nothing else before a call.
 */
function renderCall({ permission, context }: HookDecision): string {
  if (permission?.verdict !== 'deny') return '';
  const { reason } = permission;
  const agent = context ? `${reason}\n\n${context}` : reason;
  return JSON.stringify({ permission: 'deny', user_message: reason, agent_message: agent });
}

function render(event: HookEvent, decision: HookDecision, platform: PlatformDescriptor): HookAnswer {
  if (event.name === 'pre_tool') return renderCall(decision);
  if (!CONTEXT_EVENTS.has(event.name)) return '';
  const { context } = decision;
  const output = event.name === 'post_tool' ? decision.output : undefined;
  if (!context && output === undefined) return '';
  const { contextMaxChars } = platform.capabilities;
  return JSON.stringify({
    ...(context ? { additional_context: fitContext(context, contextMaxChars) } : {}),
    ...(output === undefined ? {} : { updated_mcp_tool_output: output }),
  });
}

/** The dialect of Cursor's hooks (IDE 3.x and CLI, by documentation and packages). */
export const cursorCodec: HookCodec = { parse, resultText, render };
