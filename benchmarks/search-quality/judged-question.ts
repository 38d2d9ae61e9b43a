import { readFileSync } from 'node:fs';

/** A right file; with `lines` only the part of it that touches them, with `heading` only that section of it. */
export interface RightPlace {
  readonly path: string;
  /** First and last line, counted from 1. */
  readonly lines?: readonly [number, number];
  /** Beginning of the heading, whatever its case. */
  readonly heading?: string;
}

/** A question and what a good answer holds: places (`rel`) or texts (`answer`), never both. */
export interface JudgedQuestion {
  readonly id: string;
  readonly corpus: string;
  /** As it is typed. */
  readonly q: string;
  /** Kind of question, for tables by kind. */
  readonly type: string;
  /** All count alike. */
  readonly rel?: readonly RightPlace[];
  /** Lines that the returned text must hold, all of them, white space apart. */
  readonly answer?: readonly string[];
  /** Text that no result may hold, for words that the question excludes; with it the answer counts for nothing. */
  readonly absent?: readonly string[];
  /** The document of the answer: for the reader of failures, not for judging. */
  readonly doc?: string;
}

/** Reads a file of JSON lines. @throws Error when it is missing, SyntaxError when a line is no JSON */
export const readLines = <T>(file: string): readonly T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
