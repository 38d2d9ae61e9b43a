import { type LineClient, toolAnswer } from './line-client.ts';
import type { Place } from './places.ts';

/** What a hook of ours said; each field is absent where nothing was said about it. */
export interface HookAnswer {
  readonly updatedToolOutput?: unknown;
  readonly updatedInput?: unknown;
  readonly additionalContext?: string;
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

export interface AskedEvent {
  readonly event: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly response?: unknown;
  readonly id?: string;
  readonly session?: string;
  /** Of a subagent. */
  readonly agent?: string;
  /** Further fields, as the client would send them. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const asJson = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);

/** Tells the server of an event in the form in which the generated hooks.json sends it; undefined when it says nothing. */
export async function askHook(
  server: LineClient,
  place: Place,
  { event, tool, input, response, id = 't1', session = 's1', agent, more = {} }: AskedEvent,
): Promise<HookAnswer | undefined> {
  const fields = {
    event,
    session_id: session,
    cwd: place.project,
    agent_id: agent ?? '',
    tool_name: tool,
    tool_use_id: id,
    tool_input: asJson(input),
    tool_response: asJson(response),
    ...more,
  };
  const answer = toolAnswer(await server.request('tools/call', { name: 'hook_event', arguments: fields }));
  return (JSON.parse(answer.text) as { readonly hookSpecificOutput?: HookAnswer }).hookSpecificOutput;
}

/** A result of the client's own shell tool. */
export const bashResult = (stdout: string, over: object = {}) => ({
  stdout,
  stderr: '',
  interrupted: false,
  isImage: false,
  noOutputExpected: false,
  ...over,
});

/** A result of the client's own Read, of a whole file. */
export const readResult = (filePath: string, content: string) => {
  const lines = content.split('\n').length;
  return { type: 'text', file: { filePath, content, numLines: lines, startLine: 1, totalLines: lines } };
};
