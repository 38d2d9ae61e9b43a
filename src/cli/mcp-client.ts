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

/** Where the fields lie depends on the host that PLIMSOLL_HOST names. */
function fieldsOf(result: JsonRecord): JsonRecord {
  if (isRecord(result.structuredContent)) return result.structuredContent;
  const meta = isRecord(result._meta) ? result._meta[STRUCTURED_META] : undefined;
  return isRecord(meta) ? meta : {};
}

/**
 * A client for our own server, for the demo: what it shows has gone over the same wire as an agent's calls. Whoever started
 * it wants its calls to run, so it says yes where an agent would ask its user.
 */
export class McpClient {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private nextId = 0;

  constructor(serverFile: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.child = spawn(process.execPath, [serverFile], { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => this.receive(line));
    this.child.on('exit', () => {
      for (const settle of this.waiting.values()) settle({ error: { message: 'the server ended' } });
    });
  }

  /** @throws AppError INTERNAL when the server does not answer as it should */
  async start(): Promise<void> {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'plimsoll-demo', version: '1' },
    });
    this.send({ method: 'notifications/initialized' });
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const result = await this.request('tools/call', { name, arguments: args });
    const [first] = Array.isArray(result.content) ? result.content : [];
    return {
      text: isRecord(first) && typeof first.text === 'string' ? first.text : '',
      structured: fieldsOf(result),
      isError: result.isError === true,
    };
  }

  async close(): Promise<void> {
    this.child.stdin?.end();
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }

  private send(message: Readonly<Record<string, unknown>>): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  private async request(method: string, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    this.nextId += 1;
    const id = this.nextId;
    const reply = await new Promise<unknown>((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ id, method, params });
    });
    if (isRecord(reply) && isRecord(reply.result)) return reply.result;
    throw new AppError('INTERNAL', `The server refused ${method}: ${JSON.stringify(reply)}`);
  }

  private receive(line: string): void {
    const message = parseJson(line);
    if (!isRecord(message)) return;
    if (message.method === 'elicitation/create')
      this.send({ id: message.id, result: { action: 'accept', content: {} } });
    if (typeof message.id !== 'number' || message.method !== undefined) return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }
}
