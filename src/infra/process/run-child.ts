import { spawn } from 'node:child_process';
import { AppError, systemCode } from '#core/errors.ts';
import { isGroupAlive, killStrays, killTree, terminateTree } from './kill-tree.ts';

/** Between the request to end and the kill. */
const GRACE_MS = 2_000;
/** A daemon may hold the pipes open; output is waited for no longer than this after the child's own exit. */
const DRAIN_MS = 250;

export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Value of the run's tag in `env`, see child-environment. */
  readonly runTag: string;
  readonly timeoutMs: number;
  /** Ends the run when it is aborted: at once for the reason `shutdown`, else with a grace period. */
  readonly signal: AbortSignal;
  /** Called with every piece of output in order of arrival; false stops the run (a cap was reached). */
  readonly onOutput: (bytes: Uint8Array, stream: 'stdout' | 'stderr') => boolean;
}

export interface ChildOutcome {
  /** Null when a signal ended the child. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly durationMs: number;
  /** Why we ended it ourselves; absent when it ended by itself. */
  readonly stopped?: 'timeout' | 'cancelled' | 'output-limit';
}

/** The abort reason by which a closing server ends its children without a grace period. */
export const SHUTDOWN = 'shutdown';

/**
 * Runs a program in a process group of its own, stdin closed, until it and its pipes are done. On a time-out, an abort
 * or a reached cap the whole tree is ended: asked first, killed after two seconds.
 * @throws AppError RUN_FAILED when it cannot be started.
 */
export function runChild(request: ChildRequest): Promise<ChildOutcome> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stopped: ChildOutcome['stopped'];
    let killTimer: NodeJS.Timeout | undefined;
    let drainTimer: NodeJS.Timeout | undefined;
    let exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;

    const stop = (reason: NonNullable<ChildOutcome['stopped']>, isUrgent = false): void => {
      const { pid } = child;
      if (stopped !== undefined || pid === undefined) return;
      stopped = reason;
      if (isUrgent) killTree(pid, request.runTag);
      else {
        terminateTree(pid);
        killTimer = setTimeout(() => killTree(pid, request.runTag), GRACE_MS);
      }
    };
    const onAbort = (): void => stop('cancelled', request.signal.reason === SHUTDOWN);
    const deadline = setTimeout(() => stop('timeout'), request.timeoutMs);

    const finish = (): void => {
      clearTimeout(deadline);
      clearTimeout(killTimer);
      clearTimeout(drainTimer);
      request.signal.removeEventListener('abort', onAbort);
      // A run's processes end with it: the whole sweep is only paid where something is left, or was stopped.
      const { pid } = child;
      if (pid !== undefined) {
        if (stopped !== undefined || isGroupAlive(pid)) killTree(pid, request.runTag);
        // after the answer went out: looking at /proc takes a moment
        else setImmediate(killStrays, pid, request.runTag);
      }
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({
        exitCode: exit?.code ?? null,
        signal: exit?.signal ?? null,
        durationMs: performance.now() - startMs,
        ...(stopped === undefined ? {} : { stopped }),
      });
    };

    request.signal.addEventListener('abort', onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    const feed = (stream: 'stdout' | 'stderr') => (bytes: Uint8Array) => {
      if (stopped !== 'output-limit' && !request.onOutput(bytes, stream)) stop('output-limit', true);
    };
    child.stdout.on('data', feed('stdout'));
    child.stderr.on('data', feed('stderr'));
    child.on('exit', (code, signal) => {
      exit = { code, signal };
      drainTimer = setTimeout(finish, DRAIN_MS);
    });
    child.on('close', finish);
    child.on('error', (cause) => {
      clearTimeout(deadline);
      request.signal.removeEventListener('abort', onAbort);
      const why =
        systemCode(cause) === 'ENOENT'
          ? `not found, or the folder ${request.cwd} does not exist`
          : cause.message;
      reject(new AppError('RUN_FAILED', `${request.command} could not be started: ${why}.`, { cause }));
    });
  });
}
