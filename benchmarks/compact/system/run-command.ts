import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface CommandResult {
  /** -1: it did not start. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** The client gives up on a hook after this. */
const TIMEOUT_MS = 60_000;

/** Runs a hook's command with the event on stdin. */
export function runCommand(
  command: string,
  input: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<CommandResult> {
  mkdirSync(cwd, { recursive: true });
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn('/bin/sh', ['-c', command], { cwd, env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    let stdout = '';
    let stderr = '';
    const end = (code: number): void => resolve({ code, stdout, stderr, ms: performance.now() - started });
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
    });
    // A hook may end without having read its event.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', () => end(-1));
    child.on('close', (code) => end(code ?? -1));
  });
}
