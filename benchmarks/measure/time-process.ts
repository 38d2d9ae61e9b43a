import { spawnSync } from 'node:child_process';
import type { StdinSource } from './stdin-kinds.ts';

export interface TimedProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: StdinSource;
  /** What goes to stdin when its source has no file descriptor of its own. */
  readonly text: string;
  /** Must hold for stdout, or the time is of a process that did not do its work. */
  readonly isRight: (stdout: string, stderr: string) => boolean;
  /** How it must end; absent: 0. */
  readonly exitCode?: number;
}

/** Starts this Node with `args` and waits for its end; milliseconds. @throws Error when it fails or answers wrongly */
export function timeProcess(request: TimedProcess): number {
  const source = request.stdin.open?.();
  try {
    const startMs = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, request.args, {
      cwd: request.cwd,
      env: request.env,
      encoding: 'utf8',
      ...(source === undefined ? { input: request.text } : { stdio: [source.fd, 'pipe', 'pipe'] }),
    });
    const ms = performance.now() - startMs;
    if (status !== (request.exitCode ?? 0) || !request.isRight(stdout, stderr)) {
      throw new Error(
        `node ${request.args.join(' ')}: exit ${status}, stdout ${JSON.stringify(stdout)}, ${stderr}`,
      );
    }
    return ms;
  } finally {
    source?.close();
  }
}
