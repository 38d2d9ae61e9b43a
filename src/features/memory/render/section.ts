/**
 * How early a line is taken: 0 always, 1 what the work cannot go on without, 2 what was agreed, 3 what it would be missed by,
 * 4 what helps, 5 when there is room.
 */
export type Tier = 0 | 1 | 2 | 3 | 4 | 5;

export interface SectionLine {
  readonly text: string;
  readonly tier: Tier;
  /** Milliseconds since the epoch; only lines of a timeline have it. */
  readonly atMs?: number;
}

export interface Section {
  /** Name of the element in a snapshot. */
  readonly id: string;
  readonly title: string;
  /** Oldest first; when not all fit, the newest of a tier stay. */
  readonly lines: readonly SectionLine[];
  /** `lines`: a title, and each line below it. `row`: all on one line behind the title. */
  readonly form: 'lines' | 'row';
  /** Lines that were left out before: done tasks, files over the limit. */
  readonly left?: number;
  /** When it was said, in milliseconds since the epoch. */
  readonly atMs?: number;
}
