import { type RunConfinement, unconfined } from '#core/confine.ts';
import { AppError, toAppError } from '#core/errors.ts';
import { JobLog, type LogPart } from './job-log.ts';
import type { CodeRequest, CodeRun, CodeRunner } from './run-code.ts';

/** Background runs at a time; one more is refused, since each holds processes until it ends. */
export const MAX_RUNNING = 16;
/** Ended runs that are still listed; their logs stay readable by handle. */
const MAX_ENDED = 20;

/** What is left of an ended run's output. */
export interface KeptOutput {
  /** Where the log lies; undefined when it is empty. */
  readonly log: { readonly id: number; readonly path: string } | undefined;
  /** What it wrote that is no text, in words; empty when there was none. */
  readonly binary: string;
}

/** What is known of a background run. Durations in milliseconds, bytes of clean text. */
export interface JobFacts {
  readonly id: string;
  readonly label: string;
  readonly state: 'running' | 'ended' | 'failed';
  readonly durationMs: number;
  readonly bytes: number;
  readonly exitCode: number | null | undefined;
  readonly signal: string | undefined;
  readonly stopped: 'timeout' | 'killed' | 'output-limit' | 'shutdown' | undefined;
  /** How it is confined, and what has to be said about it; what came with its end is known then. */
  readonly confinement: RunConfinement;
  /** Undefined while it runs, without output, and when it could not be kept. */
  readonly log: KeptOutput['log'];
  readonly binary: KeptOutput['binary'];
  /** Why it could not run, or why its log could not be kept. */
  readonly fault: string | undefined;
}

export interface JobsOptions {
  readonly runner: CodeRunner;
  /** Aborted when the server ends; background runs end with it. */
  readonly shutdown: AbortSignal;
  /** Stores the log of an ended run and makes it searchable. @throws AppError */
  readonly keep: (label: string, run: CodeRun) => KeptOutput;
  readonly nowMs: () => number;
  /** Told of every run, so that the end of the server can wait for it. */
  readonly track: (ended: Promise<void>) => void;
}

export type JobRequest = Omit<CodeRequest, 'signal' | 'isBackground' | 'onStart'> & {
  readonly label: string;
};

interface Job {
  readonly id: string;
  readonly label: string;
  readonly startMs: number;
  readonly killer: AbortController;
  readonly log: JobLog;
  ended: Promise<void>;
  confinement: RunConfinement;
  end:
    | Pick<JobFacts, 'state' | 'durationMs' | 'exitCode' | 'signal' | 'stopped' | 'log' | 'binary' | 'fault'>
    | undefined;
}

/** Background runs of this server. */
export class Jobs {
  private readonly jobs = new Map<string, Job>();
  private count = 0;
  private readonly options: JobsOptions;

  constructor(options: JobsOptions) {
    this.options = options;
  }

  /** Starts a run and answers at once. @throws AppError JOB_LIMIT, RUNTIME_MISSING and what else the start throws */
  async start({ label, ...request }: JobRequest): Promise<JobFacts> {
    const running = [...this.jobs.values()].filter(({ end }) => end === undefined);
    if (running.length >= MAX_RUNNING)
      throw new AppError(
        'JOB_LIMIT',
        `${MAX_RUNNING} background runs are running, which is the limit: ${running.map(({ id }) => id).join(', ')}. ctx_jobs(action: "kill", id: "…") ends one.`,
      );
    this.count += 1;
    const job: Job = {
      id: `job-${this.count}`,
      label: `job-${this.count} ${label}`,
      startMs: this.options.nowMs(),
      killer: new AbortController(),
      log: new JobLog(),
      ended: Promise.resolve(),
      confinement: unconfined().start,
      end: undefined,
    };
    this.jobs.set(job.id, job);
    await new Promise<void>((resolve, reject) => {
      let hasStarted = false;
      const onStart = (): void => {
        hasStarted = true;
        resolve();
      };
      job.ended = this.run(job, request, onStart).catch((thrown) => {
        job.end ??= this.failed(job, thrown);
        if (hasStarted) return;
        // It never was one: the caller is told, and no list.
        this.jobs.delete(job.id);
        reject(thrown);
      });
      this.options.track(job.ended);
    });
    return this.factsOf(job);
  }

  /** Oldest first. */
  list(): readonly JobFacts[] {
    return [...this.jobs.values()].map((job) => this.factsOf(job));
  }

  /** What came since the last time. @throws AppError JOB_UNKNOWN */
  tail(id: string): { readonly facts: JobFacts; readonly part: LogPart } {
    const job = this.find(id);
    return { facts: this.factsOf(job), part: job.log.next() };
  }

  /** Ends a run with all its processes and waits until they are gone. Nothing happens to one that ended. @throws AppError JOB_UNKNOWN */
  async kill(id: string): Promise<JobFacts> {
    const job = this.find(id);
    job.killer.abort('killed');
    await job.ended;
    return this.factsOf(job);
  }

  private find(id: string): Job {
    const job = this.jobs.get(/^\d+$/.test(id) ? `job-${id}` : id);
    if (job !== undefined) return job;
    const known = [...this.jobs.keys()];
    throw new AppError(
      'JOB_UNKNOWN',
      `id is "${id}"; ${known.length === 0 ? 'there are no background runs' : `known: ${known.join(', ')}`}.`,
    );
  }

  private factsOf({ id, label, startMs, log, confinement, end }: Job): JobFacts {
    const running = {
      state: 'running',
      durationMs: this.options.nowMs() - startMs,
      exitCode: undefined,
      signal: undefined,
      stopped: undefined,
      log: undefined,
      binary: '',
      fault: undefined,
    } as const;
    return { id, label, bytes: log.bytes, confinement, ...(end ?? running) };
  }

  private async run(job: Job, request: Omit<JobRequest, 'label'>, onStart: () => void): Promise<void> {
    const { runner, shutdown } = this.options;
    const run = await runner.run({
      ...request,
      isBackground: true,
      signal: AbortSignal.any([shutdown, job.killer.signal]),
      onStart: (output, confinement) => {
        job.confinement = confinement;
        job.log.follow(output);
        onStart();
      },
    });
    job.confinement = run.confinement;
    job.end = this.ended(job, run);
    // Only now: what is read next lies in memory, or under the handle.
    run.output.discard();
    this.forgetOldest();
    await run.release();
  }

  private failed(job: Job, thrown: unknown): NonNullable<Job['end']> {
    return {
      state: 'failed',
      durationMs: this.options.nowMs() - job.startMs,
      exitCode: undefined,
      signal: undefined,
      stopped: undefined,
      log: undefined,
      binary: '',
      fault: toAppError(thrown).message,
    };
  }

  private ended(job: Job, run: CodeRun): NonNullable<Job['end']> {
    job.log.finish();
    const kept = this.keep(job.label, run);
    const why = this.options.shutdown.aborted ? 'shutdown' : 'killed';
    return {
      state: 'ended',
      durationMs: run.durationMs,
      exitCode: run.exitCode,
      signal: run.signal ?? undefined,
      stopped: run.stopped === 'cancelled' ? why : run.stopped,
      ...kept,
    };
  }

  private keep(label: string, run: CodeRun): Pick<JobFacts, 'log' | 'binary' | 'fault'> {
    try {
      return { ...this.options.keep(label, run), fault: undefined };
    } catch (thrown) {
      return {
        log: undefined,
        binary: '',
        fault: `its log could not be kept: ${toAppError(thrown).message}`,
      };
    }
  }

  private forgetOldest(): void {
    const ended = [...this.jobs.values()].filter(({ end }) => end !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.jobs.delete(id);
  }
}
