/**
 * What a count is about. `output`: what something executed or intercepted wrote; `unread`: files and pages that were used
 * without being shown; `follow`: answers about what is stored or about ourselves; `text`: what hooks added to the context;
 * `schema`: how our tools are listed. The others count and hold no bytes.
 */
export const TALLY_KINDS = [
  'output',
  'unread',
  'follow',
  'text',
  'schema',
  'session',
  'event',
  'page-cache',
] as const;
export type TallyKind = (typeof TALLY_KINDS)[number];

/** Counts of one thing, or of several added up. Bytes are UTF-8, never negative. */
export interface TallySums {
  readonly count: number;
  /** What was written, whole. */
  readonly producedBytes: number;
  /** What the agent itself would have shown of it. */
  readonly hostBytes: number;
  /** What the agent's own tools would have shown of files and pages that were not shown: assumed, not counted. */
  readonly insteadBytes: number;
  /** What of it entered the context. */
  readonly enteredBytes: number;
  /** What else entered the context because of us. */
  readonly overheadBytes: number;
}

/** One thing to be counted: `count` is 1 and bytes are 0 where they are absent. */
export interface TallyEntry extends Partial<TallySums> {
  readonly kind: TallyKind;
  /** The tool, the event, or whatever the kind tells apart. */
  readonly name: string;
}

/** Counts of one name on one day of one session. */
export interface TallyRow extends TallySums {
  readonly kind: TallyKind;
  readonly name: string;
  /** Empty: nobody knows, or a session whose rows are gone. */
  readonly sessionId: string;
  /** `2026-11-30`, by the clock of the machine. */
  readonly day: string;
}

export const NO_SUMS: TallySums = {
  count: 0,
  producedBytes: 0,
  hostBytes: 0,
  insteadBytes: 0,
  enteredBytes: 0,
  overheadBytes: 0,
};

/** Field by field. */
export const addSums = (a: TallySums, b: TallySums): TallySums => ({
  count: a.count + b.count,
  producedBytes: a.producedBytes + b.producedBytes,
  hostBytes: a.hostBytes + b.hostBytes,
  insteadBytes: a.insteadBytes + b.insteadBytes,
  enteredBytes: a.enteredBytes + b.enteredBytes,
  overheadBytes: a.overheadBytes + b.overheadBytes,
});

/** Bytes kept out of the context: what the agent would have shown, less all that entered. Negative when we showed more. */
export const savedBytes = ({ hostBytes, enteredBytes, overheadBytes }: TallySums): number =>
  hostBytes - enteredBytes - overheadBytes;
