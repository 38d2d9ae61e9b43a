import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { AppError } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';

interface Exchange {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

export interface McpRequest {
  readonly method: string;
  readonly params: JsonRecord;
}

/**
 * Starts an MCP server over stdio, asks it in this order, and ends it. Returns the results, one per request.
 * @throws AppError INTERNAL when it does not start, answers with an error, or does not answer in time
 */
export function exchange(
  { command, args, cwd, env, timeoutMs }: Exchange,
  requests: readonly McpRequest[],
): Promise<readonly JsonRecord[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    const results: JsonRecord[] = [];
    let complaint = '';
    const timer = setTimeout(() => end(`no answer within ${timeoutMs} ms`), timeoutMs);

    function end(failure?: string): void {
      clearTimeout(timer);
      child.kill();
      if (failure === undefined) resolve(results);
      else
        reject(
          new AppError(
            'INTERNAL',
            `${failure}${complaint === '' ? '' : `: ${complaint.trim().slice(0, 300)}`}`,
          ),
        );
    }
    function ask(): void {
      const next = requests[results.length];
      if (next === undefined) {
        end();
        return;
      }
      const message = { jsonrpc: '2.0', id: results.length, ...next };
      child.stdin.write(`${JSON.stringify(message)}\n`);
    }

    child.on('error', (error) => end(error.message));
    child.on('exit', (code) => end(`the server ended with ${code ?? 'a signal'}`));
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = parseJson(line);
      if (!isRecord(message) || message.id !== results.length) return;
      if (!isRecord(message.result)) return end(`the server answered ${line.slice(0, 300)}`);
      results.push(message.result);
      if (results.length === 1)
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      ask();
    });
    ask();
  });
}
