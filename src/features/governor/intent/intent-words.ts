import { fold } from '#core/text/fold.ts';
import { stem } from '#core/text/stem.ts';

/** Words that stand in any question. */
const COMMON = new Set(
  'a an as at be by do if in is it me my of on or so to up us we the and for are was were with that this what which where when who why how does did has have had not any all from into out about there their them they than then can could should would will its show find get list tell give print please each per'.split(
    ' ',
  ),
);
const LONGEST_INTENT_WORDS = 16;
/** A shorter word has to stand at the start of a word: `log` is not looked for in `catalog`. */
const FREE_LENGTH = 4;

/** A word that is looked for. */
export interface IntentWord {
  readonly word: string;
  /** Place in folded text, in UTF-16 units; -1 when it is not there. */
  readonly find: (folded: string) => number;
}

function finder(stemmed: string): IntentWord['find'] {
  if (stemmed.length >= FREE_LENGTH) return (folded) => folded.indexOf(stemmed);
  return (folded) => {
    for (let at = folded.indexOf(stemmed); at >= 0; at = folded.indexOf(stemmed, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at;
    return -1;
  };
}

/** The words of an intent that are worth looking for, each once; empty when it holds none. */
export function intentWords(intent: string): readonly IntentWord[] {
  const words = fold(intent).match(/[\p{L}\p{N}](?:[\p{L}\p{N}_.:/@-]*[\p{L}\p{N}_])?/gu) ?? [];
  const kept = [...new Set(words)].filter((word) => word.length > 1 && !COMMON.has(word));
  return kept.slice(0, LONGEST_INTENT_WORDS).map((word) => ({ word, find: finder(stem(word)) }));
}
