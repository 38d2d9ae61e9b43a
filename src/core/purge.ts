/** What is to be forgotten. `all`: every project of the data directory. */
export type PurgeTarget =
  | { readonly scope: 'source'; readonly id: number }
  | { readonly scope: 'session'; readonly id: string }
  | { readonly scope: 'project' }
  | { readonly scope: 'all' };

/** What a purge takes, or took; bytes are those of stored texts. */
export interface PurgePlan {
  /** In words, as `#3 (build log)` or `project app`. */
  readonly what: string;
  readonly sources: number;
  readonly storedBytes: number;
  readonly events: number;
  readonly answers: number;
}

export interface PurgeReport extends PurgePlan {
  /** What could not be removed, one line each, with what to do; empty: nothing of it is left. */
  readonly left: readonly string[];
}

/** Plans and carries out. */
export interface Purging {
  /** @throws AppError HANDLE_UNKNOWN, ARGUMENT_INVALID when there is no such source or session */
  plan(target: PurgeTarget): Promise<PurgePlan>;
  /** @throws AppError of the store: then something may be left */
  run(target: PurgeTarget): Promise<PurgeReport>;
}
