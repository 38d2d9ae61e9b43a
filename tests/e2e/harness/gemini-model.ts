import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** One turn of the model: a call of the first declared tool whose name ends so, or a text. */
export interface GeminiStep {
  readonly call?: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  readonly text?: string;
  /** What the client is told of the size of the prompt, in tokens. */
  readonly promptTokens: number;
}

/** One request of the client: its declared tools, and everything in it as JSON. */
interface GeminiRequest {
  readonly tools: readonly string[];
  readonly body: string;
  /** The last content alone: what is new. */
  readonly newest: string;
}

export interface GeminiModel {
  readonly url: string;
  /** Requests of the conversation, in order; those without tools (summaries) are not among them. */
  readonly requests: readonly GeminiRequest[];
  unusedSteps(): number;
  close(): Promise<void>;
}

interface GeminiBody {
  readonly contents?: readonly unknown[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The answer to a request that is not part of the conversation. */
const SUMMARY: GeminiStep = {
  text: '<state_snapshot>SCRIPTED-SUMMARY of the conversation</state_snapshot>',
  promptTokens: 1_000,
};

function replyOf({ call, text = 'OK', promptTokens }: GeminiStep, tools: readonly string[], index: number) {
  const name = call === undefined ? undefined : (tools.find((tool) => tool.endsWith(call.tool)) ?? call.tool);
  const part =
    name === undefined ? { text } : { functionCall: { id: `call_${index}`, name, args: call?.args } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: promptTokens,
      candidatesTokenCount: 20,
      totalTokenCount: promptTokens + 20,
    },
    modelVersion: 'scripted',
    responseId: `response_${index}`,
  };
}

/** Starts a generateContent API on 127.0.0.1 that follows `steps` and keeps every request. */
export async function startGeminiModel(steps: readonly GeminiStep[]): Promise<GeminiModel> {
  const left = [...steps];
  const requests: GeminiRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const body = await readBody(incoming);
    const send = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (path.endsWith(':countTokens')) return send({ totalTokens: 1_000 });
    if (!/:(?:stream)?[gG]enerateContent$/.test(path)) return void response.writeHead(404).end('{}');
    const { contents = [], tools: declared = [] } = JSON.parse(body) as GeminiBody;
    const tools = declared.flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    );
    if (tools.length > 0) requests.push({ tools, body, newest: JSON.stringify(contents.at(-1)) });
    const step = tools.length === 0 ? SUMMARY : (left.shift() ?? { promptTokens: 1_000 });
    const reply = replyOf(step, tools, requests.length);
    if (!path.endsWith(':streamGenerateContent')) return send(reply);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(reply)}\n\n`);
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, requests, unusedSteps: () => left.length, close };
}
