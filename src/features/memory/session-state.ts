export type SaidTag = 'correction' | 'constraint' | 'rejected' | 'decision' | 'answer';

/** Something that was said and still may matter. */
export interface Said {
  readonly who: 'user' | 'assistant';
  readonly text: string;
  readonly atMs: number;
  readonly tags: readonly SaidTag[];
  /** Something said later took its place: it is history. */
  readonly isReplaced: boolean;
  /** It took the place of something said earlier. */
  readonly replaces: boolean;
  /** One of several reports that say the same of different things. */
  readonly isRoutine: boolean;
}

export interface SessionTask {
  /** Absent in agents whose tasks have none. */
  readonly id?: string;
  readonly subject: string;
  readonly state: string;
}

export interface SessionPlan {
  /** How far the tasks are that came after it was approved. */
  readonly step?: string;
  readonly state: string;
  readonly text: string;
  readonly atMs: number;
}

export interface GitState {
  readonly branch?: string;
  /** Hash and subject, oldest first. */
  readonly commits: readonly string[];
  readonly stashes: readonly string[];
  readonly renames: readonly string[];
  /** Pushes, merges, tags and the like, as they were called, oldest first. */
  readonly others: readonly string[];
}

export interface OpenError {
  readonly command: string;
  /** What it said; may be empty. */
  readonly lines: readonly string[];
  readonly times: number;
  readonly atMs: number;
}

/** What the facts of a session mean together. Lists are oldest first; empty lists and absent fields: nothing known. */
export interface SessionState {
  /** The folder that paths are shown from; empty: nobody knows. */
  readonly root: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly goal?: Said;
  readonly lastRequest?: Said;
  /** Everything else that was said. */
  readonly said: readonly Said[];
  readonly plan?: SessionPlan;
  readonly tasks: readonly SessionTask[];
  /** Paths from the root, files outside of it whole. */
  readonly modified: readonly string[];
  readonly readCount: number;
  readonly openErrors: readonly OpenError[];
  readonly resolvedErrors: number;
  readonly git: GitState;
  readonly environment: readonly string[];
  readonly rules: readonly string[];
  readonly mcp: readonly string[];
  readonly subagents: readonly string[];
  readonly skills: readonly string[];
  readonly data: readonly string[];
  readonly roles: readonly string[];
  readonly intents: readonly string[];
  /** What the user wrote behind the command to compact, the last time. */
  readonly compaction?: { readonly text: string; readonly atMs: number };
}
