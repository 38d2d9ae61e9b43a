import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { AppError } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { STRUCTURED_META } from '#core/tool-names.ts';

export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As the server is told. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** So long an answer may take, in milliseconds; absent: as long as it likes. */
  readonly timeoutMs?: number;
  /** Whoever starts it wants its calls to run: where an agent would ask its user, this says yes. */
  readonly saysYes: boolean;
}

const COMPLAINT_CHARS = 300;

/** Where the fields lie depends on the host that PLIMSOLL_HOST names. */
function fieldsOf(result: JsonRecord): JsonRecord {
  if (isRecord(result.structuredContent)) return result.structuredContent;
  const meta = isRecord(result._meta) ? result._meta[STRUCTURED_META] : undefined;
  return isRecord(meta) ? meta : {};
}

/** Starts an MCP server over stdio and calls it, as an agent does: for the demo, and for the doctor. */
export class McpClient {
  private readonly options: ServerCommand;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (reply: unknown) => void>();
  private complaint = '';
  private failure: string | undefined;
  private nextId = 0;

  constructor(options: ServerCommand) {
    this.options = options;
    const { command, args, cwd, env } = options;
    this.child = spawn(command, [...args], { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => this.receive(line));
    this.child.stderr?.on('data', (text: Buffer) => {
      this.complaint = (this.complaint + text.toString()).slice(0, COMPLAINT_CHARS);
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.on('error', ({ message }) => this.fail(message));
    this.child.on('exit', (code) => this.fail(`the server ended with ${code ?? 'a signal'}`));
  }

  /** What the server says about itself. @throws AppError INTERNAL when it does not start or answer */
  async start(): Promise<JsonRecord> {
    const { saysYes, clientInfo } = this.options;
    const capabilities = saysYes ? { elicitation: {} } : {};
    const hello = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo,
    });
    this.send({ method: 'notifications/initialized' });
    return hello;
  }

  /** @throws AppError INTERNAL when the server ends, answers with an error, or not in time */
  async request(method: string, params: JsonRecord): Promise<JsonRecord> {
    const id = this.nextId++;
    const reply = await new Promise<unknown>((resolve) => {
      if (this.failure !== undefined) return resolve(this.failure);
      const { timeoutMs } = this.options;
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
      this.waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send({ id, method, params });
    });
    this.waiting.delete(id);
    if (isRecord(reply) && isRecord(reply.result)) return reply.result;
    const why = typeof reply === 'string' ? reply : `the server answered ${JSON.stringify(reply)}`;
    const complaint = this.complaint.trim();
    throw new AppError('INTERNAL', `${method}: ${why}${complaint === '' ? '' : `: ${complaint}`}`);
  }

  /** A tool's answer. @throws AppError INTERNAL, as request */
  async call(name: string, args: JsonRecord): Promise<ToolAnswer> {
    const result = await this.request('tools/call', { name, arguments: args });
    const [first] = Array.isArray(result.content) ? result.content : [];
    return {
      text: isRecord(first) && typeof first.text === 'string' ? first.text : '',
      structured: fieldsOf(result),
      isError: result.isError === true,
    };
  }

  /** Lets the server end by itself, as an agent does. */
  async close(): Promise<void> {
    this.child.stdin?.end();
    const isRunning =
      this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
    if (isRunning) await once(this.child, 'exit');
  }

  /** Ends it at once. */
  kill(): void {
    this.child.kill();
  }

  private send(message: JsonRecord): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  private fail(why: string): void {
    this.failure ??= why;
    for (const settle of this.waiting.values()) settle(this.failure);
  }

  private receive(line: string): void {
    const message = parseJson(line);
    if (!isRecord(message)) return;
    if (message.method === 'elicitation/create' && this.options.saysYes)
      this.send({ id: message.id, result: { action: 'accept', content: {} } });
    if (typeof message.id !== 'number' || message.method !== undefined) return;
    this.waiting.get(message.id)?.(message);
  }
}
