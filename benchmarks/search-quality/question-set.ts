import type { JudgedQuestion } from './judged-question.ts';

/** A folder that is indexed from nothing, and the questions on it. */
export interface Corpus {
  readonly id: string;
  readonly folder: string;
  /** Files are ranked, each once, instead of passages; questions for a section stay over passages. */
  readonly byFile: boolean;
  readonly questions: readonly JudgedQuestion[];
}

export interface QuestionSet {
  readonly name: string;
  readonly corpora: readonly Corpus[];
  /** Removes what was made for the run. */
  dispose(): void;
}
