import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { isRecord, type JsonRecord, parseJson } from '../../../src/core/json.ts';

const TIMEOUT_MS = 30_000;
const LIMIT = 5;

/** The system's MCP server, asked by the smallest client that it can be asked by. */
export class SearchServer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, (answer: JsonRecord) => void>();
  private text = '';
  private count = 0;

  private readonly cwd: string;

  constructor(command: string, env: NodeJS.ProcessEnv, cwd: string) {
    this.cwd = cwd;
    this.child = spawn('/bin/sh', ['-c', `exec ${command}`], { cwd, env });
    this.child.stdout.setEncoding('utf8').on('data', (piece: string) => this.read(piece));
    this.child.stderr.resume();
    this.child.stdin.on('error', () => undefined);
    this.child.on('close', () => {
      for (const answer of this.waiting.values()) answer({ error: { message: 'the server ended' } });
    });
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'claude-code', version: '2.1.332' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** The answer to one search for a question; empty when it failed. */
  async search(question: string): Promise<string> {
    const call = { name: 'ctx_search', arguments: { queries: [question], limit: LIMIT } };
    const { result } = await this.ask('tools/call', call);
    if (!isRecord(result) || result.isError === true || !Array.isArray(result.content)) return '';
    return result.content
      .map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
      .join('\n');
  }

  /** Ends the server; resolves when it is gone. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.child.exitCode !== null) return resolve();
      const forced = setTimeout(() => this.child.kill('SIGKILL'), 2000);
      this.child.once('close', () => {
        clearTimeout(forced);
        resolve();
      });
      this.child.stdin.end();
    });
  }

  private ask(method: string, params: JsonRecord): Promise<JsonRecord> {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve({ error: { message: 'no answer in time' } }), TIMEOUT_MS);
      this.waiting.set(id, (answer) => {
        clearTimeout(late);
        this.waiting.delete(id);
        resolve(answer);
      });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  private send(message: JsonRecord): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  private read(piece: string): void {
    const lines = (this.text + piece).split('\n');
    this.text = lines.pop() ?? '';
    for (const message of lines.map(parseJson).filter(isRecord)) {
      if (typeof message.method === 'string') {
        const roots =
          message.method === 'roots/list'
            ? { roots: [{ uri: pathToFileURL(this.cwd).href, name: 'project' }] }
            : {};
        if (message.id !== undefined) this.send({ jsonrpc: '2.0', id: message.id, result: roots });
      } else if (typeof message.id === 'number') this.waiting.get(message.id)?.(message);
    }
  }
}
