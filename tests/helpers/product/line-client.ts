import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { STRUCTURED_META } from '#core/tool-names.ts';
import { DIST } from './bundles.ts';
import type { Place } from './places.ts';

export type RequestId = string | number | null;

/** One message of the server. */
export interface Message {
  readonly id?: RequestId;
  /** Present when the server asks something. */
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A tool's answer in parts; `text` joins all text blocks. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The fields for programs, wherever this client is given them. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** When it was noticed, on the clock of `performance.now()`. */
  readonly atMs: number;
}

export type ElicitAnswer = 'accept' | 'decline' | 'cancel';

const ANSWER_LIMIT_MS = 40_000;
const PROTOCOL_VERSION = '2025-11-25';

export function toolAnswer({ result, error }: Message): ToolAnswer {
  if (result === undefined) throw new Error(`protocol error: ${JSON.stringify(error)}`);
  const meta = result._meta as Readonly<Record<string, unknown>> | undefined;
  const blocks = result.content as readonly { readonly text?: string }[];
  return {
    text: blocks.map(({ text }) => text ?? '').join('\n'),
    isError: result.isError === true,
    data: (result.structuredContent ?? meta?.[STRUCTURED_META] ?? {}) as Readonly<Record<string, unknown>>,
  };
}

/** An MCP client that knows lines and ids and nothing else: what it sends may be as wrong as a test wants. */
export class LineClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
  /** Everything the server said, in order. */
  readonly messages: Message[] = [];
  /** Lines on stdout that are no JSON: there must be none, ever. */
  readonly noise: string[] = [];
  stderr = '';
  /** What the user says when the server asks; undefined: the client offers no dialogue. */
  elicit: ((message: string) => ElicitAnswer | Promise<ElicitAnswer>) | undefined;
  private hasExited = false;
  private lastId = 0;
  private readonly waiting = new Map<RequestId, (message: Message) => void>();

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    let pending = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) this.take(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    child.stdin.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        this.hasExited = true;
        resolve({ code, signal, atMs: performance.now() });
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Writes these bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  /** Writes one message as a line. */
  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** The message with this id, which may have come already. Fails when the server ends or nothing comes. */
  answerTo(id: RequestId): Promise<Message> {
    const here = this.messages.find((message) => message.id === id);
    if (here !== undefined) return Promise.resolve(here);
    return new Promise((resolve, reject) => {
      const fail = (why: string): void =>
        reject(new Error(`no answer to ${String(id)}: ${why} ${this.stderr}`));
      const timer = setTimeout(() => fail(`waited ${ANSWER_LIMIT_MS} ms`), ANSWER_LIMIT_MS);
      this.waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      void this.exited.then(({ code, signal }) => fail(`the server ended (${signal ?? code})`));
    });
  }

  request(method: string, params: unknown = {}): Promise<Message> {
    const id = this.nextId();
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answerTo(id);
  }

  async call(name: string, args: unknown = {}, meta?: object): Promise<ToolAnswer> {
    const _meta = meta === undefined ? {} : { _meta: meta };
    return toolAnswer(await this.request('tools/call', { name, arguments: args, ..._meta }));
  }

  async initialize(clientName = 'plimsoll-tests'): Promise<Message> {
    const clientInfo = { name: clientName, version: '1.0.0' };
    const answer = await this.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: this.elicit === undefined ? {} : { elicitation: {} },
      clientInfo,
    });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  /** Ends stdin and waits for the process. */
  end(): Promise<Exit> {
    this.child.stdin.end();
    return this.exited;
  }

  async kill(): Promise<void> {
    if (!this.hasExited) this.child.kill('SIGKILL');
    await this.exited;
  }

  private async answerServer({ id, method, params }: Message): Promise<void> {
    if (id === undefined || method !== 'elicitation/create') return;
    const action = await this.elicit?.(
      String((params as { readonly message?: unknown } | undefined)?.message),
    );
    if (action !== undefined) this.send({ jsonrpc: '2.0', id, result: { action } });
  }

  private take(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      this.noise.push(line);
      return;
    }
    this.messages.push(message);
    if (message.method !== undefined) {
      void this.answerServer(message);
      return;
    }
    const { id = null } = message;
    this.waiting.get(id)?.(message);
    this.waiting.delete(id);
  }
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another program or bundle than this Node with `dist/server.mjs`. */
  readonly command?: readonly [string, ...string[]];
  /** `clientInfo.name`; null sends no `initialize` at all. */
  readonly clientName?: string | null;
  /** See LineClient.elicit. */
  readonly elicit?: LineClient['elicit'];
}

/** A running server in this place, initialized. It is killed with the test; noise on its stdout fails the test. */
export async function startServer(place: Place, options: ServerOptions = {}): Promise<LineClient> {
  const [program, ...args] = options.command ?? [process.execPath, join(DIST, 'server.mjs')];
  const env = { ...place.env, ...options.env };
  const client = new LineClient(spawn(program, args, { cwd: place.project, env }));
  client.elicit = options.elicit;
  onTestFinished(async () => {
    await client.kill();
    if (client.noise.length > 0) throw new Error(`not protocol on stdout: ${client.noise.join('\n')}`);
  });
  if (options.clientName !== null) await client.initialize(options.clientName);
  return client;
}
