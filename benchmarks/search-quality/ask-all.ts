import type { Arm, Result } from './arm.ts';
import { bytesBelow } from './files.ts';
import { judge } from './judge.ts';
import type { JudgedQuestion } from './judged-question.ts';
import type { Judged } from './measures.ts';
import type { Corpus, QuestionSet } from './question-set.ts';

/** A question with what came of it. */
export interface Asked extends Judged {
  readonly question: JudgedQuestion;
  /** The first results, for the reader of failures. */
  readonly top: readonly Result[];
}

/** What one arm did with one set. */
export interface SetRun {
  readonly set: string;
  readonly arm: string;
  readonly asked: readonly Asked[];
  readonly corpusBytes: number;
  readonly indexMs: number;
  /** Left on disk after the end. */
  readonly storedBytes: number;
}

const TOP = 4;

async function askCorpus(arm: Arm, corpus: Corpus): Promise<Omit<SetRun, 'set' | 'arm'>> {
  const open = await arm.open(corpus.folder);
  const asked: Asked[] = [];
  for (const question of corpus.questions) {
    const reply = await open.ask(question.q);
    asked.push({
      question,
      verdict: judge(question, reply, corpus.folder, corpus.byFile),
      results: reply.results.length,
      replyBytes: Buffer.byteLength(reply.text),
      ms: reply.ms,
      top: reply.results.slice(0, TOP),
    });
  }
  const { indexMs } = open;
  return { asked, corpusBytes: bytesBelow(corpus.folder), indexMs, storedBytes: await open.close() };
}

/** Corpus after corpus, each indexed from nothing; questions one after the other. */
export async function askSet(arm: Arm, set: QuestionSet): Promise<SetRun> {
  const runs: Omit<SetRun, 'set' | 'arm'>[] = [];
  for (const corpus of set.corpora) runs.push(await askCorpus(arm, corpus));
  const sum = (of: (run: (typeof runs)[number]) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return {
    set: set.name,
    arm: arm.name,
    asked: runs.flatMap(({ asked }) => asked),
    corpusBytes: sum(({ corpusBytes }) => corpusBytes),
    indexMs: sum(({ indexMs }) => indexMs),
    storedBytes: sum(({ storedBytes }) => storedBytes),
  };
}
