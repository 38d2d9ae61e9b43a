import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorCode, systemCode } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { sliceWhole } from '#core/text/bytes.ts';

/**
 * Longest line that is parsed. The SDK's own transport ends the connection at such a line; here it is answered with an
 * error and passed over.
 */
const LINE_LIMIT = 10 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** The ends of an overlong line, in which its request id is looked for. */
const EDGE_BYTES = 512;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

type RequestId = string | number | null;

/** The id of a request of which only both ends are known; clients write it first or last. */
function idFromEdges(head: string, tail: string): RequestId {
  const value = String.raw`("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
  const match =
    new RegExp(String.raw`^\s*\{(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*${value}`).exec(head) ??
    new RegExp(String.raw`"id"\s*:\s*${value}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`).exec(tail);
  const id = parseJson(match?.[1] ?? 'null');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isInteger(value);

/** An answer is not answered, be it as wrong as it may: two peers would go on for ever. */
const isAnswer = (value: unknown): boolean =>
  isRecord(value) && value.method === undefined && ('result' in value || 'error' in value);

/** One of JSON-RPC's three kinds. Of anything else the SDK would say nothing, and its sender would wait for ever. */
function isMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return false;
  if (typeof value.method !== 'string') return isId(value.id) && ('result' in value || 'error' in value);
  return (value.params === undefined || isRecord(value.params)) && (!('id' in value) || isId(value.id));
}

/** Joins pieces to lines; of a line beyond the limit only its ends are kept. */
class LineSplitter {
  private parts: Buffer[] = [];
  private bytes = 0;
  private head = '';
  private tail = Buffer.alloc(0);

  private readonly onLine: (line: Buffer) => void;
  private readonly onOverlong: (head: string, tail: string, bytes: number) => void;

  constructor(
    onLine: (line: Buffer) => void,
    onOverlong: (head: string, tail: string, bytes: number) => void,
  ) {
    this.onLine = onLine;
    this.onOverlong = onOverlong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.take(chunk.subarray(from, at));
      this.finish();
      from = at + 1;
    }
    this.take(chunk.subarray(from));
  }

  private take(part: Buffer): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    const isFirstBeyond = this.bytes > LINE_LIMIT && this.head === '';
    if (this.bytes <= LINE_LIMIT || isFirstBeyond) this.parts.push(part);
    if (isFirstBeyond) {
      const whole = Buffer.concat(this.parts);
      this.head = whole.toString('utf8', 0, EDGE_BYTES);
      this.tail = Buffer.from(whole.subarray(-EDGE_BYTES));
      this.parts = [];
    } else if (this.bytes > LINE_LIMIT) {
      this.tail = Buffer.from(Buffer.concat([this.tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES));
    }
  }

  private finish(): void {
    if (this.bytes > LINE_LIMIT) this.onOverlong(this.head, this.tail.toString('utf8'), this.bytes);
    else if (this.bytes > 0)
      this.onLine(this.parts.length === 1 ? (this.parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.parts));
    this.parts = [];
    this.bytes = 0;
    this.head = '';
    this.tail = Buffer.alloc(0);
  }
}

export interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onFault: (code: ErrorCode, message: string) => void;
}

/** MCP over lines of JSON on stdin and stdout. Ends only when the input ends or the output breaks. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  private readonly options: StdioTransportOptions;
  private isClosed = false;

  constructor(options: StdioTransportOptions) {
    this.options = options;
  }

  async start(): Promise<void> {
    const { input, output } = this.options;
    const lines = new LineSplitter(
      (line) => this.receive(line),
      (head, tail, bytes) => this.refuseOverlong(head, tail, bytes),
    );
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input.on('end', () => void this.close());
    input.on('close', () => void this.close());
    input.on('error', () => void this.close());
    // A client that stopped reading is gone: EPIPE must not become a loop of errors.
    output.on('error', () => void this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.write(JSON.stringify(message));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onclose?.();
  }

  private write(line: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.isClosed) resolve();
      else if (this.options.output.write(`${line}\n`)) resolve();
      else this.options.output.once('drain', resolve);
    });
  }

  private receive(line: Buffer): void {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const message = parseJson(text);
    if (!isMessage(message)) {
      this.options.onFault('MESSAGE_MALFORMED', `not a JSON-RPC message: ${sliceWhole(text, 0, 120)}`);
      if (isAnswer(message)) return;
      const isJson = message !== undefined;
      this.refuse(
        isRecord(message) && isId(message.id) ? message.id : null,
        isJson ? INVALID_REQUEST : PARSE_ERROR,
        isJson ? 'Not a JSON-RPC 2.0 message.' : 'Not JSON.',
      );
      return;
    }
    try {
      this.onmessage?.(message as unknown as JSONRPCMessage);
    } catch (thrown) {
      this.options.onFault('MESSAGE_MALFORMED', `${systemCode(thrown) ?? ''} ${String(thrown)}`.trim());
    }
  }

  private refuseOverlong(head: string, tail: string, bytes: number): void {
    this.options.onFault('MESSAGE_TOO_LARGE', `a message of ${bytes} bytes was refused`);
    this.refuse(
      idFromEdges(head, tail),
      INVALID_REQUEST,
      `The message has ${bytes} bytes; at most ${LINE_LIMIT} are read.`,
    );
  }

  private refuse(id: RequestId, code: number, message: string): void {
    void this.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  }
}
