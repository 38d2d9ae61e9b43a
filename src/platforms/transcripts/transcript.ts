import type { HookEvent } from '#core/hook-event.ts';

/** The session whose transcript is read. */
export type TranscriptOwner = Pick<HookEvent, 'platform' | 'sessionId' | 'cwd'>;

/** Something that a transcript tells, in the form in which a hook would have told it. */
export interface TranscriptEntry {
  readonly event: HookEvent;
  /** When it happened by the transcript's own clock, milliseconds since the epoch; 0: it does not say. */
  readonly atMs: number;
  /** The session in which it happened, where it is another one, whose lines were copied. */
  readonly origin: string | undefined;
}

/** Whether a text that a hook gave to the model arrived. `unknown`: the transcript does not keep such things. */
export type Arrival = 'arrived' | 'lost' | 'unknown';

/** Reads the lines of one transcript in their order. */
export interface TranscriptReader {
  /** What a line tells; empty for most lines. */
  take(line: string): readonly TranscriptEntry[];
  /** A call was read whose result was not. */
  readonly isWaiting: boolean;
  /** The conversation that stood before was replaced by a summary. */
  readonly hasBoundary: boolean;
  /** Another session, which this one goes on from; undefined: the transcript names none. */
  readonly origin: string | undefined;
}

/** What is known of an agent's transcripts. */
export interface TranscriptCodec {
  reader(owner: TranscriptOwner): TranscriptReader;
  /** Whether a text with this mark reached the model, by the lines that were written since it was given. */
  arrival(lines: string, mark: string): Arrival;
}
