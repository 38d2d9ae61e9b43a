import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface ProcessOptions {
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Text for stdin, or a driver that talks to the running process and ends its stdin. */
  readonly input?: string | ((child: ChildProcessWithoutNullStreams) => void);
}

export interface ProcessResult {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly hasTimedOut: boolean;
  readonly durationMs: number;
}

const DEFAULT_TIMEOUT_MS = 90_000;

/** Runs a program in a process group of its own; on time-out the whole group is killed. Never throws. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const started = performance.now();
  const { cwd, env, input = '', timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true });
    let stdout = '';
    let stderr = '';
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    const finish = (exitCode: number | undefined): void => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr, hasTimedOut, durationMs: performance.now() - started });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', (error) => {
      stderr += `stdin: ${error.message}\n`;
    });
    child.on('error', (error) => {
      stderr += `${error.message}\n`;
      finish(undefined);
    });
    child.on('close', (code) => finish(code ?? undefined));
    if (typeof input === 'function') input(child);
    else child.stdin.end(input);
  });
}
