import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type JudgedQuestion, readLines } from './judged-question.ts';
import { makeOwnSet } from './own-set.ts';
import type { Corpus, QuestionSet } from './question-set.ts';

/** Where questions and corpora of the sets that are not our own lie. */
export interface SetPlaces {
  /** Holds `<set>/queries.jsonl`. */
  readonly data: string;
  /** Holds `<set>/<corpus>/…`, the files themselves. */
  readonly corpora: string;
}

const OWN_SET = 'own';
/** Sets whose right places are whole files. */
const BY_FILE = new Set(['code-nl']);

/** Opens a set. @throws Error that names the missing file or folder */
export function openSet(name: string, places: SetPlaces): QuestionSet {
  if (name === OWN_SET) return makeOwnSet();
  const questions = readLines<JudgedQuestion>(join(places.data, name, 'queries.jsonl'));
  const ids = [...new Set(questions.map(({ corpus }) => corpus))];
  const corpora = ids.map((id): Corpus => {
    const folder = join(places.corpora, name, id);
    if (!existsSync(folder)) throw new Error(`set ${name}: there is no folder ${folder}`);
    const own = questions.filter(({ corpus }) => corpus === id);
    return { id, folder, byFile: BY_FILE.has(name), questions: own };
  });
  return { name, corpora, dispose: () => undefined };
}
