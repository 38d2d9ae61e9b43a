/** One forward step of the schema. A released one is never changed. */
export interface Migration {
  /** `PRAGMA user_version` after it; the table has them as 1, 2, 3, … */
  readonly version: number;
  /** Statements that run in the migration's transaction. */
  readonly sql: string;
}
