import type { DefaultReason } from './walk-defaults.ts';

/**
 * Why something in a folder was left out: by a `.gitignore`, by the call's own patterns, by default, because of what it is,
 * because a permission rule speaks against reading it, or because it could not be read.
 */
export type SkipReason =
  | DefaultReason
  | 'ignored'
  | 'excluded'
  | 'minified'
  | 'too large'
  | 'link'
  | 'special'
  | 'forbidden'
  | 'unreadable';

export interface Skipped {
  readonly reason: SkipReason;
  /** Files, and folders that were not entered. */
  readonly count: number;
  /** The first few, by their path in the folder; a folder's ends with a slash. */
  readonly examples: readonly string[];
}

const MAX_EXAMPLES = 3;

/** Counts what is left out. */
export class Skips {
  private readonly byReason = new Map<SkipReason, { count: number; readonly examples: string[] }>();

  add(reason: SkipReason, name: string): void {
    const entry = this.byReason.get(reason) ?? { count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push(name);
    this.byReason.set(reason, entry);
  }

  /** The reason with most entries first. */
  list(): readonly Skipped[] {
    return [...this.byReason]
      .map(([reason, entry]) => ({ reason, ...entry }))
      .sort((a, b) => b.count - a.count);
  }
}
