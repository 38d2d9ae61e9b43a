import { fold, isAscii } from '#core/text/fold.ts';
import { LETTERS, UNSPACED_LETTERS } from '../words/letters.ts';

/** Words that say nothing of what a sentence is about. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  [
    'the a an and or but for with from that this these those it its is are was were be been being to of in on at by as so now then than',
    'not no do does did done has have had will would can could should must may might use used uses using make made set let get got put',
    'we you i he she they our your my me us all any each every one two some here there up out into over under after before until',
    'please just also only too very more most less least new old first last next when where which who what how why if else still yet',
    'der die das den dem des ein eine einen und oder aber fur mit von zu im in am an auf ist sind war wird werden nicht jetzt bitte wir ich sie es',
    'le la les un une des et ou mais pour avec de du dans sur est sont etait pas ne maintenant nous vous je il elle on en au aux',
    'el los las una unos y o pero para con del en es son era no ahora por favor que se lo su al',
    'os um uma e ou mas com do da no na em agora por nao que se',
    'il lo gli uno ed ma per con di del della nel sul sono era non ora che si',
    'и или но для с от в на это не теперь мы вы я он она по как что',
    've veya ama icin ile bir bu su o degil artik da de mi olarak',
  ]
    .join(' ')
    .split(' '),
);

const WIDE_RUN = new RegExp(`[${UNSPACED_LETTERS}]+`, 'g');
/** Scripts with blanks between words. */
const SPACED = /^[a-zà-ɏ\u0400-\u04ff]/;
/** Most texts hold nothing but these. */
const ASCII_WORD = /[a-z]{2,}/g;
const WORD = new RegExp(`[${LETTERS}]{2,}`, 'g');

/** Words of a text in their order, in the form in which they are compared; texts without blanks in pairs of characters. */
export function topicWords(text: string): readonly string[] {
  const plain = fold(text);
  if (isAscii(plain)) return plain.match(ASCII_WORD) ?? [];
  const pairs = [...plain.matchAll(WIDE_RUN)].flatMap(([run]) =>
    Array.from({ length: Math.max(0, run.length - 1) }, (_none, at) => run.slice(at, at + 2)),
  );
  const words = plain.replace(WIDE_RUN, ' ').match(WORD) ?? [];
  return [...words, ...pairs];
}

export const saysMuch = (word: string): boolean => word.length > 2 && !EMPTY_WORDS.has(word);

/** Of the words of a text those that say what it is about. */
export const topicFrom = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => saysMuch(word) || !SPACED.test(word)));
export const topicOf = (text: string): ReadonlySet<string> => topicFrom(topicWords(text));

export const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((word) => other.has(word));
