import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** A tool's answer: its text, and whether the server calls it an error. */
interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A plain MCP client over stdio: newline-delimited JSON-RPC, nothing of the SDK under test. */
export interface McpPeer {
  readonly pid: number;
  request(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>;
  call(tool: string, args: object): Promise<ToolAnswer>;
  /** Ends the server's stdin and waits for its end; the exit code, or undefined when a signal ended it. */
  end(): Promise<number | undefined>;
  /** SIGKILL: the server gets no chance to tidy up. */
  kill(): Promise<void>;
}

export interface PeerOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Answer {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const ANSWER_TIMEOUT_MS = 60_000;
const PROTOCOL_VERSION = '2025-11-25';

/** Starts a server and completes the initialize handshake. Rejects with its stderr when it ends early. */
export async function startPeer(
  command: string,
  args: readonly string[],
  options: PeerOptions,
): Promise<McpPeer> {
  const child = spawn(command, args, options);
  const exited = new Promise<number | undefined>((resolve) =>
    child.on('exit', (code) => resolve(code ?? undefined)),
  );
  const request = connect(child);
  const clientInfo = { name: 'plimsoll-tests', version: '1.0.0' };
  await request('initialize', { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return {
    pid: child.pid ?? 0,
    request,
    async call(name, args) {
      const { content, isError } = await request('tools/call', { name, arguments: args });
      const text = (content as { text?: string }[]).map((block) => block.text ?? '').join('\n');
      return { text, isError: isError === true };
    },
    end() {
      child.stdin.end();
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Writes requests to the child and hands each answer to its caller. */
function connect(child: ChildProcessWithoutNullStreams): McpPeer['request'] {
  const waiting = new Map<number, (answer: Answer) => void>();
  let stderr = '';
  let pending = '';
  let lastId = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    pending += text;
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) settle(JSON.parse(line) as Answer);
  });
  const settle = (answer: Answer): void => {
    waiting.get(answer.id ?? -1)?.(answer);
    waiting.delete(answer.id ?? -1);
  };
  const failAll = (message: string): void => {
    for (const id of waiting.keys()) settle({ id, error: { message } });
  };
  child.on('error', (error) => failAll(error.message));
  child.on('exit', (code, signal) => failAll(`the server ended (${code ?? signal}): ${stderr}`));
  child.stdin.on('error', (error) => failAll(`${error.message}: ${stderr}`));
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const fail = (message: string): void => reject(new Error(`${method}: ${message}`));
      const timer = setTimeout(
        () => fail(`no answer in ${ANSWER_TIMEOUT_MS} ms: ${stderr}`),
        ANSWER_TIMEOUT_MS,
      );
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (result === undefined) fail(error?.message ?? 'neither result nor error');
        else resolve(result);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
}
