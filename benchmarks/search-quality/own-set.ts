import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentKind, type Planted, writeDocument } from './generate/document.ts';
import { LANGUAGE_DOCUMENTS } from './generate/languages.ts';
import { OUTPUT_DOCUMENTS } from './generate/outputs.ts';
import { createRandom } from './generate/random.ts';
import { type JudgedQuestion, readLines } from './judged-question.ts';
import type { Corpus, QuestionSet } from './question-set.ts';

const DATA = join(import.meta.dirname, 'data');
const REPO = join(import.meta.dirname, '../..');
/** Any number; another one gives other documents around the same facts. */
const SEED = 20_260_211;

const questionsOf = (id: string): readonly JudgedQuestion[] =>
  readLines<JudgedQuestion>(join(DATA, id, 'queries.jsonl'));

/** A folder of this repository as it is now; only files with this ending. */
function repositoryCorpus(root: string, id: string, part: string, ending: string, byFile: boolean): Corpus {
  const folder = join(root, id);
  cpSync(join(REPO, part), join(folder, part), {
    recursive: true,
    filter: (from) => statSync(from).isDirectory() || from.endsWith(ending),
  });
  return { id, folder, byFile, questions: questionsOf(id) };
}

/** Documents from the seed with the facts of `planted.jsonl` in them. @throws Error for a fact without document */
function generatedCorpus(root: string, id: string, kinds: readonly DocumentKind[], seed: number): Corpus {
  const folder = join(root, id);
  mkdirSync(folder);
  const planted = readLines<Planted>(join(DATA, id, 'planted.jsonl'));
  const stray = planted.find(({ doc }) => !kinds.some(({ name }) => name === doc));
  if (stray !== undefined) throw new Error(`${id}: no document ${stray.doc} to plant a fact in`);
  const random = createRandom(seed);
  for (const kind of kinds) writeFileSync(join(folder, kind.name), writeDocument(kind, planted, random));
  return { id, folder, byFile: false, questions: questionsOf(id) };
}

/**
 * Our own set: questions on this repository's sources and documents, on generated tool outputs and on generated texts in several scripts. Its
 * files lie in a temporary folder until `dispose`.
 */
export function makeOwnSet(seed: number = SEED): QuestionSet {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-own-')));
  const corpora = [
    repositoryCorpus(root, 'own-code', 'src', '.ts', true),
    repositoryCorpus(root, 'own-docs', 'docs', '.md', false),
    generatedCorpus(root, 'own-outputs', OUTPUT_DOCUMENTS, seed),
    generatedCorpus(root, 'own-languages', LANGUAGE_DOCUMENTS, seed + 1),
  ];
  return { name: 'own', corpora, dispose: () => rmSync(root, { recursive: true, force: true }) };
}

/** Every fact is somewhere in its document, exactly once: texts that break this rule. Empty is right. */
export function misplacedAnswers({ corpora }: QuestionSet): readonly string[] {
  return corpora.flatMap(({ folder, questions }) =>
    questions.flatMap(({ id, doc, answer = [] }) => {
      const text = doc === undefined ? '' : readFileSync(join(folder, doc), 'utf8');
      return answer.filter((line) => text.split(line).length !== 2).map((line) => `${id}: ${line}`);
    }),
  );
}
