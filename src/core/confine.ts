/** A command as it would be started. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A command that is ready to be started, confined or not. */
export interface PreparedCommand extends Command {
  /** Descriptors that the child gets as its fourth and following; closed here once it has started. */
  readonly descriptors: readonly number[];
  /** Empty folders that lie about while it runs, absolute. */
  readonly folders: readonly string[];
}

/** What is to be confined. */
export interface RunPlace {
  readonly language: string;
  readonly code: string;
  readonly cwd: string;
  /** The run's private folder. */
  readonly scratch: string;
  /** `excluded`: the user's settings let this code out. `agreed`: it may run without confinement where there is none. */
  readonly outside?: 'excluded' | 'agreed' | undefined;
}

/** How a run was confined, and what has to be said about it. */
export interface RunConfinement {
  /** The backend's name, or `none`. */
  readonly name: string;
  /** Lines for the model; empty when there is nothing to say. */
  readonly notes: readonly string[];
  /** Words for the line that says how the run ended; empty or absent: none. */
  readonly aside?: string;
}

/** The confinement of one run, from before its first command to after its last. */
export interface ConfinedRun {
  /** What is known from the start; `end` says the same, and what came later. */
  readonly start: RunConfinement;
  /** `base` is the child's whole environment; `own` are variables of ours on top of it. */
  prepare(launch: Omit<Command, 'env'>, base: Command['env'], own: Command['env']): PreparedCommand;
  /** To be called once, also when nothing was started; `exitCode` null: it was ended, or never ran. */
  end(exitCode: number | null): RunConfinement;
}

/** @throws AppError SANDBOX_REQUIRED when code may only run confined, and cannot be */
export type Confine = (place: RunPlace) => Promise<ConfinedRun>;

/** Runs as the host would run it: nothing is confined. */
export function unconfined(notes: readonly string[] = [], aside = ''): ConfinedRun {
  const start: RunConfinement = { name: 'none', notes, aside };
  return {
    start,
    prepare: (launch, base, own) => ({ ...launch, env: { ...base, ...own }, descriptors: [], folders: [] }),
    end: () => start,
  };
}
