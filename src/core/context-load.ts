import type { JsonRecord } from './json.ts';

/** How full the context window of a session was at one moment. */
export interface ContextLoad {
  readonly sessionId: string;
  /** The agent's id of the model; empty when it is not known. */
  readonly model: string;
  /** Input, cache reads and cache writes of the last call; undefined before the first reply and right after a compaction. */
  readonly usedTokens: number | undefined;
  /** Size of the window as the agent stated it; undefined when it did not. */
  readonly windowTokens: number | undefined;
  /** Version of the agent; undefined when it is not known. */
  readonly version: string | undefined;
  /** When it was so; milliseconds since the epoch. */
  readonly atMs: number;
}

/** What an agent gives to a status line. */
export interface HostStatus {
  readonly load: ContextLoad;
  /** False where nothing is said of the context, not even that it is unknown: then what was said before may still hold. */
  readonly isLoadSaid: boolean;
  /** As the agent shows the model to people; empty when it is not known. */
  readonly modelName: string;
  /** Dollars of this session; undefined: nothing yet, or not known. */
  readonly costUsd: number | undefined;
  /** Where the agent works now, and where it was started; undefined: not known. */
  readonly folder: string | undefined;
  readonly projectFolder: string | undefined;
}

/** What one line of a transcript says about the load. */
export type TranscriptMark =
  | {
      readonly kind: 'usage';
      readonly usedTokens: number;
      readonly model: string;
      /** Undefined where the transcript does not name it. */
      readonly windowTokens: number | undefined;
      readonly version: string | undefined;
      readonly atMs: number | undefined;
    }
  | {
      /** Everything before it is gone from the context. */
      readonly kind: 'compaction';
      readonly isAutomatic: boolean;
      /** How many tokens there were before; undefined when it is not said. */
      readonly beforeTokens: number | undefined;
      readonly atMs: number | undefined;
    };

/** What an agent's environment and settings say, as far as they decide on compaction. */
export interface HostSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings files, the strongest first. */
  readonly files: readonly JsonRecord[];
}

/** The point that a percentage of the load is meant of. */
export interface ContextLimit {
  readonly tokens: number;
  /**
   * `compacts`: the agent compacts there by itself; `full`: it compacts when the model refuses a longer prompt; `refuses`:
   * it does not compact by itself, and goes no further.
   */
  readonly kind: 'compacts' | 'full' | 'refuses';
}

export interface WindowQuestion {
  readonly model: string;
  /** What the agent stated; undefined: nothing. */
  readonly statedTokens: number | undefined;
  /** Version of the agent; undefined: not known. */
  readonly version: string | undefined;
  readonly host: HostSettings;
}

export interface LimitQuestion {
  readonly model: string;
  readonly version: string | undefined;
  readonly windowTokens: number;
  readonly host: HostSettings;
}

/** What the agent took over from a hook. */
export interface AddedContext {
  readonly text: string;
  readonly atMs: number | undefined;
}

/** What the input of a hook itself says of the load, for agents that say it there. */
export type SaidLoad =
  | {
      readonly kind: 'usage';
      /** Undefined: the agent says that it does not know, as right after a compaction. */
      readonly usedTokens: number | undefined;
      /** Undefined: not said here; what was said before still holds. */
      readonly windowTokens: number | undefined;
      readonly model: string | undefined;
    }
  | { readonly kind: 'window'; readonly windowTokens: number; readonly model: string | undefined };

/** How large an agent's windows are, and where it compacts. Pure. */
export interface WindowFacts {
  /** Size of the window as it was stated, else by the name of the model; undefined for a model that is not known. */
  windowOf(question: WindowQuestion): number | undefined;
  /** Sizes that a window of this agent can have, ascending; the first is the agent's own guess for an unknown model. */
  readonly windowSizes: readonly [number, ...number[]];
  limitOf(question: LimitQuestion): ContextLimit;
}

/** What is known about an agent's context window. Pure. */
export interface ContextFacts extends WindowFacts {
  /** A line of the transcript without any of these says nothing about the load, and is not parsed. */
  readonly marks: readonly string[];
  /** Undefined for a line that says nothing about the load of the main conversation. */
  markOf(line: JsonRecord): TranscriptMark | undefined;
  /** A line without this text was not written because a hook added something. */
  readonly addedMark: string;
  /** What a hook added to the context by this line of the transcript; undefined for every other line. */
  addedOf(line: JsonRecord): AddedContext | undefined;
  /** What a hook's input says of the load of its session; undefined where it says nothing. */
  saidOf(input: JsonRecord): SaidLoad | undefined;
  /** Why a compaction began (in the agent's word) when nobody asked for it. */
  readonly automaticTrigger: string;
}
