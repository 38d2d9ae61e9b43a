/** What one look found: all is well, something that should be known, or something that does not work. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'failure';
  /** What was looked at, in a word or two. */
  readonly area: string;
  readonly text: string;
  /** What to do; for warnings and failures. */
  readonly fix?: string;
}

/** Findings of one area. */
export const findingsOf = (area: string) => ({
  ok: (text: string): Finding => ({ state: 'ok', area, text }),
  warning: (text: string, fix: string): Finding => ({ state: 'warning', area, text, fix }),
  failure: (text: string, fix: string): Finding => ({ state: 'failure', area, text, fix }),
});

/** A look at one area; it may take a second, and may fail. */
export interface Check {
  readonly area: string;
  look(): Promise<readonly Finding[]> | readonly Finding[];
}
