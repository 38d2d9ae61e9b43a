import type { Fact, Output } from './corpus-case.ts';

/** Outputs from here on are large: a digest saves there what it is for. */
const LARGE_BYTES = 74_000;

/** What an answer showed of what it has to. */
export interface Verdict {
  readonly output: Output;
  readonly answerBytes: number;
  readonly missing: readonly Fact[];
  /** The exit code stood in the answer; true when it was not asked for. */
  readonly hasExit: boolean;
}

export const judge = (output: Output, answer: string, hasExit: boolean): Verdict => ({
  output,
  answerBytes: Buffer.byteLength(answer),
  missing: output.facts.filter(({ text }) => !answer.includes(text)),
  hasExit,
});

/** Figures over some outputs. Parts of one, 1 where there is nothing to miss. */
export interface Shares {
  readonly facts: number;
  readonly errors: number;
  readonly exits: number;
  /** Bytes out per byte in, over the large outputs; 0 without any. */
  readonly bytes: number;
}

const share = (some: number, all: number): number => (all === 0 ? 1 : some / all);
const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((total, item) => total + count(item), 0);

export function sharesOf(verdicts: readonly Verdict[]): Shares {
  const errorsOf = (facts: readonly Fact[]): number => facts.filter(({ error }) => error === true).length;
  const all = sum(verdicts, ({ output }) => output.facts.length);
  const errors = sum(verdicts, ({ output }) => errorsOf(output.facts));
  const large = verdicts.filter(({ output }) => Buffer.byteLength(output.text) >= LARGE_BYTES);
  const bytesIn = sum(large, ({ output }) => Buffer.byteLength(output.text));
  return {
    facts: share(all - sum(verdicts, ({ missing }) => missing.length), all),
    errors: share(errors - sum(verdicts, ({ missing }) => errorsOf(missing)), errors),
    exits: share(verdicts.filter(({ hasExit }) => hasExit).length, verdicts.length),
    bytes: bytesIn === 0 ? 0 : sum(large, ({ answerBytes }) => answerBytes) / bytesIn,
  };
}
