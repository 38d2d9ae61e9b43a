import type { Pick } from '../picks/pick.ts';
import type { ByteSource } from '../text/byte-source.ts';
import type { Line, LineBytes } from '../text/scan-lines.ts';

/** What is looked at to tell what kind of text it is. */
export interface Sample {
  /** Up to the first 64 KB. */
  readonly head: string;
  /** Whole lines of the head, at most 200, each up to 2,000 characters. */
  readonly lines: readonly string[];
  /** The last 4 KB. */
  readonly tail: string;
  /** Bytes of the whole text. */
  readonly size: number;
}

export interface Findings {
  /**
   * What the text is and holds, in our words, one line each without brackets, most important first: kinds, counts, what
   * differs. Nothing when the lines say it all.
   */
  readonly notes: readonly string[];
  /** Places worth showing. */
  readonly picks: readonly Pick[];
  /** Signs of trouble in these lines are data: a title with "error" in it. They are not looked for. */
  readonly isData?: boolean;
  /** Part of the budget that the notes may take, where they hold what the lines would say at greater length. */
  readonly notesShare?: number;
  /** Parts of the budget for the first and the last lines, when nothing more important needs it. */
  readonly frame?: { readonly head: number; readonly tail: number };
}

/** Reads a text of one kind, in one pass and bounded memory. */
export interface ShapeReader {
  /**
   * Every line in order, with its text; of a line over 64 KB its first 64 KB, the source has the rest.
   * @param at the bytes of the text, faster to look at one by one; filled anew for each line
   */
  add(line: Line, text: string, at: Readonly<LineBytes>): void;
  finish(): Findings;
}

/** A kind of text that is recognised by its content. Deterministic, and never throws for any bytes. */
export interface Shape {
  readonly name: string;
  recognise(sample: Sample): boolean;
  /** Its readers nearly always find that it is data: signs of trouble and odd lines are looked for only when they do not. */
  readonly isMostlyData?: boolean;
  /** @param maxBytes what the digest may take, for readers that keep more where there is more room */
  read(source: ByteSource, maxBytes: number): ShapeReader;
}
