/** A text that the digest has to show. */
export interface Fact {
  readonly text: string;
  /** It tells of an error: none of these may be missing. */
  readonly error?: true;
}

/** An output of a tool and what a reader of it needs. */
export interface CorpusCase {
  readonly id: string;
  /** Kind of output, for tables. */
  readonly kind: string;
  /** Exit code of the command that printed it. */
  readonly exit: number;
  /** Not looked at while the rules are written: it tells whether they hold for more than what they were written for. */
  readonly held: boolean;
  readonly facts: readonly Fact[];
  /** What the reader asked for; the facts are then in the answer in at most 2 % of the bytes. */
  readonly intent?: string;
}

/** With the output itself. */
export interface Output extends CorpusCase {
  readonly text: string;
}

export const errorFact = (text: string): Fact => ({ text, error: true });
export const fact = (text: string): Fact => ({ text });
