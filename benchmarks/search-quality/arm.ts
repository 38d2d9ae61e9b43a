/** One result as it was returned. */
export interface Result {
  /** Relative to the folder that was indexed, with slashes. */
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

export interface Reply {
  /** The whole text that the model reads. */
  readonly text: string;
  /** Best first. */
  readonly results: readonly Result[];
  /** From asking to the whole reply, milliseconds. */
  readonly ms: number;
}

/** A search engine that holds one folder. */
export interface OpenArm {
  /** Time that indexing took, milliseconds. */
  readonly indexMs: number;
  ask(question: string): Promise<Reply>;
  /** Ends it; the bytes that it leaves behind on disk. */
  close(): Promise<number>;
}

export interface Arm {
  readonly name: string;
  /** Indexes the folder from nothing. */
  open(folder: string): Promise<OpenArm>;
}

/** Results that are asked for per question. */
export const LIMIT = 10;
