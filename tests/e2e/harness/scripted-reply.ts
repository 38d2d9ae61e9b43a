import type { ServerResponse } from 'node:http';
import type { Block, MessagesBody } from './messages.ts';

/** What the scripted model says: a text, or a tool call. */
export type Reply =
  | { readonly text: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

const BYTES_PER_TOKEN = 4;

let sequence = 0;
const nextId = (prefix: string): string => {
  sequence += 1;
  return `${prefix}_e2e${String(sequence).padStart(6, '0')}`;
};

const toBlock = (reply: Reply): Block =>
  'text' in reply
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: nextId('toolu'), name: reply.tool, input: reply.input };

/** A rough count: the clients only need a plausible one. */
export const estimateTokens = (body: MessagesBody): number =>
  Math.ceil(JSON.stringify(body).length / BYTES_PER_TOKEN);

/** Refuses a Messages API call as the API does when the prompt does not fit into the model's window. */
export function sendTooLong(response: ServerResponse, tokens: number, maxTokens: number): void {
  const message = `prompt is too long: ${tokens} tokens > ${maxTokens} maximum`;
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
}

/** Answers a Messages API call, as a stream where the client asked for one. `tokens`: what the input is said to have been. */
export function sendReply(
  response: ServerResponse,
  body: MessagesBody,
  replies: readonly Reply[],
  tokens = estimateTokens(body),
): void {
  const content = replies.map(toBlock);
  const stopReason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 10,
  };
  const message = {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
  };
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, stop_reason: stopReason, usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': message.id });
  const emit = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  emit('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  for (const [index, block] of content.entries()) emitBlock(emit, index, block);
  emit('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage });
  emit('message_stop', {});
  response.end();
}

function emitBlock(emit: (type: string, data: object) => void, index: number, block: Block): void {
  const isText = block.type === 'text';
  const content_block = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  emit('content_block_start', { index, content_block });
  emit('content_block_delta', { index, delta });
  emit('content_block_stop', { index });
}
