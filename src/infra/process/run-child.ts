import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError, systemCode } from '#core/errors.ts';
import { endStrays, endTree, isGroupAlive, killTree, terminateTree } from './kill-tree.ts';
import type { ProcessGuard } from './process-guard.ts';
import { ReadTurns } from './read-turns.ts';
import type { RunMarks } from './run-marks.ts';

/** Between the request to end and the kill. */
const GRACE_MS = 2_000;
/** A daemon may hold the pipes open; output is waited for no longer than this after the child's own exit. */
const DRAIN_MS = 250;
/** Then the daemon is killed, and what lies in the pipes is read, if that goes on without a pause. */
const LAST_READ_MS = 100;

export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Open files that the child gets as its fourth and following; closed here. None by default. */
  readonly descriptors?: readonly number[];
  /** Value of the run's tag in `env`, see child-environment. */
  readonly runTag: string;
  /** Whoever looks after the processes when this one is killed. */
  readonly guard?: ProcessGuard;
  readonly timeoutMs: number;
  /** Ends the run when it is aborted: at once for the reason `shutdown`, else with a grace period. */
  readonly signal: AbortSignal;
  /**
   * Called with every piece of output in order of arrival; false stops the run (a cap was reached). Where both streams
   * share a pipe, which keeps their order, everything is `stdout`.
   */
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
export async function runChild(request: ChildRequest): Promise<ChildOutcome> {
  await request.guard?.ready();
  return await new Run(request).outcome;
}

type Exit = Pick<ChildOutcome, 'exitCode' | 'signal'>;

/** Shared by all runs of this process, since they share its event loop. */
const TURNS = new ReadTurns();

/** One child from its start to its end. */
class Run {
  readonly outcome: Promise<ChildOutcome>;
  private readonly startMs = performance.now();
  private readonly child;
  private readonly guarded;
  private readonly outputs: ReadonlyMap<'stdout' | 'stderr', Readable>;
  private readonly deadline: NodeJS.Timeout;
  private killTimer: NodeJS.Timeout | undefined;
  private drainTimer: NodeJS.Timeout | undefined;
  private stopped: ChildOutcome['stopped'];
  private exit: Exit = { exitCode: null, signal: null };
  private isOver = false;
  private lastOutputMs = 0;
  private resolve: (outcome: ChildOutcome) => void = () => undefined;
  private readonly request: ChildRequest;

  constructor(request: ChildRequest) {
    this.request = request;
    const { signal } = request;
    // One for both: two are read one after the other, and in a burst nobody knows which was written to first.
    const pipe = request.guard?.takePipe();
    const { descriptors = [] } = request;
    this.child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', pipe?.writeFd ?? 'pipe', pipe?.writeFd ?? 'pipe', ...descriptors],
    });
    const { child } = this;
    for (const fd of [...(pipe === undefined ? [] : [pipe.writeFd]), ...descriptors]) closeSync(fd);
    this.outputs = new Map(
      pipe === undefined
        ? [
            ['stdout', child.stdout ?? Readable.from([])],
            ['stderr', child.stderr ?? Readable.from([])],
          ]
        : [['stdout', pipe.open()]],
    );
    this.guarded = child.pid === undefined ? undefined : request.guard?.watch(child.pid, request.runTag);
    this.deadline = setTimeout(() => this.stop('timeout'), request.timeoutMs);
    signal.addEventListener('abort', this.onAbort, { once: true });
    if (signal.aborted) this.onAbort();
    for (const [stream, readable] of this.outputs) TURNS.read(readable, (bytes) => this.feed(bytes, stream));
    child.on('exit', (exitCode, exitSignal) => {
      this.exit = { exitCode, signal: exitSignal };
      this.drainTimer = setTimeout(() => this.drain(), DRAIN_MS);
    });
    let open = 1 + this.outputs.size;
    const close = (): void => {
      open -= 1;
      if (open === 0) void this.finish();
    };
    child.once('exit', close);
    for (const readable of this.outputs.values()) readable.once('close', close).on('error', () => undefined);
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      child.on('error', (cause) => reject(this.startFault(cause)));
    });
  }

  private readonly onAbort = (): void => this.stop('cancelled', this.request.signal.reason === SHUTDOWN);

  private marks(): RunMarks {
    return this.guarded?.marks() ?? { runTag: this.request.runTag, isAlone: () => true };
  }

  private feed(bytes: Uint8Array, stream: 'stdout' | 'stderr'): void {
    this.lastOutputMs = performance.now();
    if (this.isOver || this.stopped === 'output-limit') return;
    if (!this.request.onOutput(bytes, stream)) this.stop('output-limit', true);
  }

  private stop(reason: NonNullable<ChildOutcome['stopped']>, isUrgent = false): void {
    const { pid } = this.child;
    if (this.stopped !== undefined || pid === undefined) return;
    this.stopped = reason;
    if (isUrgent) {
      killTree(pid, this.marks());
      return;
    }
    terminateTree(pid);
    this.killTimer = setTimeout(() => killTree(pid, this.marks()), GRACE_MS);
  }

  /** The child is gone, its pipes are still open: ends who holds them, and reads what was written before. */
  private drain(): void {
    if (this.child.pid !== undefined) killTree(this.child.pid, this.marks());
    const look = (): void => {
      if (performance.now() - this.lastOutputMs > LAST_READ_MS) void this.finish();
      else this.drainTimer = setTimeout(look, LAST_READ_MS);
    };
    this.drainTimer = setTimeout(look, LAST_READ_MS);
  }

  private release(): void {
    for (const timer of [this.deadline, this.killTimer, this.drainTimer]) clearTimeout(timer);
    this.request.signal.removeEventListener('abort', this.onAbort);
  }

  private async finish(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.release();
    const { stopped } = this;
    const durationMs = performance.now() - this.startMs;
    for (const readable of this.outputs.values()) readable.destroy();
    await this.endProcesses();
    this.guarded?.end();
    this.resolve({ ...this.exit, durationMs, ...(stopped === undefined ? {} : { stopped }) });
  }

  /** A run's processes end with it: the whole sweep is only paid where something is left, or was stopped. */
  private async endProcesses(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (this.stopped !== undefined || isGroupAlive(pid)) await endTree(pid, this.marks());
    // after the answer went out: looking at /proc takes a moment
    else setImmediate(() => void endStrays(this.guarded?.above ?? pid, this.marks()));
  }

  private startFault(cause: Error): AppError {
    this.isOver = true;
    this.release();
    for (const readable of this.outputs.values()) readable.destroy();
    this.guarded?.end();
    const { command, cwd } = this.request;
    const why =
      systemCode(cause) === 'ENOENT' ? `not found, or the folder ${cwd} does not exist` : cause.message;
    return new AppError('RUN_FAILED', `${command} could not be started: ${why}.`, { cause });
  }
}
