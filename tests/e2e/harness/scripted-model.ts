import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';
import { blocksOf, type MessagesBody, newest, type SeenResult, seenResults, textOf } from './messages.ts';
import { estimateTokens, type Reply, sendReply, sendTooLong } from './scripted-reply.ts';

/** Prompts of subagents start with this word: that is how the model tells their requests from those of the conversation. */
export const SUBAGENT_TASK = 'SUBAGENT-TASK';

export type RequestKind = 'main' | 'subagent' | 'compact' | 'side';

/** One request that the client sent to the model. */
export interface ModelRequest {
  readonly kind: RequestKind;
  readonly body: MessagesBody;
  /** Text that came after the model's last turn. */
  readonly newText: string;
  /** Tool results that came after the model's last turn. */
  readonly newResults: readonly SeenResult[];
  /** When it had arrived, on the clock of `performance.now()`. */
  readonly atMs: number;
}

/** One scripted turn: the first unused step that accepts a request answers it, and is used up. */
export interface Step {
  readonly when: (request: ModelRequest) => boolean;
  readonly reply: readonly Reply[] | ((request: ModelRequest) => readonly Reply[]);
}

/** How large the model says that the input of its calls was. */
export interface ScriptedLoad {
  /** Input tokens of this request; undefined: an estimate. */
  readonly tokens: (request: ModelRequest) => number | undefined;
  /** A request with more is refused. */
  readonly maxTokens: number;
}

export interface ScriptedModel {
  readonly url: string;
  /** Every Messages request so far, in order. */
  readonly requests: readonly ModelRequest[];
  /** Steps that no request used: the script did not run as planned. */
  unusedSteps(): number;
  close(): Promise<void>;
}

const DEFAULT_REPLIES: Readonly<Record<RequestKind, string>> = {
  main: 'OK',
  subagent: 'Subagent done.',
  compact: '<analysis>short</analysis>\n<summary>SCRIPTED-SUMMARY of the conversation.</summary>',
  side: '{"title":"scripted"}',
};

/** A prompt of the user, or of the caller for a subagent, that contains `text`. */
export const onPrompt =
  (text: string): Step['when'] =>
  ({ kind, newText, newResults }) =>
    (kind === 'main' || kind === 'subagent') && newResults.length === 0 && newText.includes(text);

/** The turn after a call of `tool` in the conversation (or in a subagent). */
export const afterTool =
  (tool: string, kind: RequestKind = 'main'): Step['when'] =>
  (request) =>
    request.kind === kind && request.newResults.some((result) => result.tool === tool);

function kindOf(body: MessagesBody, newText: string): RequestKind {
  if (/create a detailed summary of the (conversation|RECENT portion)/i.test(newText)) return 'compact';
  if ((body.tools ?? []).length <= 3) return 'side';
  const opening = body.messages.find(({ role }) => role === 'user');
  return textOf(opening?.content).includes(SUBAGENT_TASK) ? 'subagent' : 'main';
}

/** Facts about one request body. */
function describeRequest(body: MessagesBody): ModelRequest {
  const recent = newest(body);
  const newText = recent.map(({ content }) => textOf(content)).join('\n');
  const newCount = recent
    .flatMap(({ content }) => blocksOf(content))
    .filter(({ type }) => type === 'tool_result').length;
  const results = seenResults(body.messages);
  const newResults = results.slice(results.length - newCount);
  return { kind: kindOf(body, newText), body, newText, newResults, atMs: performance.now() };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a Messages API on 127.0.0.1 that follows `steps` and keeps every request. */
export async function startScriptedModel(
  steps: readonly Step[],
  load?: ScriptedLoad,
): Promise<ScriptedModel> {
  const open = new Set(steps);
  const requests: ModelRequest[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (incoming.url ?? '/').split('?')[0];
    const raw = await readBody(incoming);
    if (incoming.method !== 'POST' || !path?.startsWith('/v1/messages')) {
      response.writeHead(path === '/' ? 200 : 404).end();
      return;
    }
    const body = JSON.parse(raw) as MessagesBody;
    if (path.endsWith('/count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ input_tokens: estimateTokens(body) }));
      return;
    }
    const request = describeRequest(body);
    requests.push(request);
    const tokens = load?.tokens(request);
    if (load !== undefined && tokens !== undefined && tokens > load.maxTokens) {
      sendTooLong(response, tokens, load.maxTokens);
      return;
    }
    const step = [...open].find(({ when }) => when(request));
    if (step !== undefined) open.delete(step);
    const reply = step?.reply ?? [{ text: DEFAULT_REPLIES[request.kind] }];
    sendReply(response, body, typeof reply === 'function' ? reply(request) : reply, tokens);
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      console.error('scripted model:', error);
      response.destroy();
    });
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, requests, unusedSteps: () => open.size, close };
}
