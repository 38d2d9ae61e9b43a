/** Each text holds some phrases with `|` between them, a language or two to a line; all in lower case. */
export interface Cues {
  /** Whole words or phrases; `*` stands for the rest of a word, or for a whole one. */
  readonly words: readonly string[];
  /** Words that count only where a sentence begins; with a comma behind them only when a sign follows: `no, …`. */
  readonly starts?: readonly string[];
  /** Parts of a text in scripts that are written without blanks, or with endings that cannot be listed. */
  readonly parts?: readonly string[];
}

export interface Cue {
  test(text: string): boolean;
}

/** Blanks, and the signs that stand between words in any script. */
const BETWEEN = /[\s.,;:!?()[\]{}"“”„«»‹›…/\\<>|=+*&^%$#@~`—–。，！？；：、（）「」『』،؟।]+/;

/** Words of a text as cues are written: lower case, the straight apostrophe. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(BETWEEN)
    .filter((word) => word !== '' && word !== '-' && word !== "'");

/** What sets an exclamation off from what it is about. */
const SIGN = /^[^\S\n]?[,.:;!…–—，。！：、،]|^[^\S\n]?-[^\S\n]/;

const listed = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split('|'));

const fits = (pattern: string | undefined, word: string | undefined): boolean =>
  pattern !== undefined &&
  word !== undefined &&
  (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : pattern === word);

/** So many letters of a word are its key: no pattern with `*` is shorter, but for the bare one. */
const KEY_UNITS = 2;
const keyOf = (word: string): string => word.slice(0, KEY_UNITS);

/**
 * A test for the cues of all languages. Looked up word by word and not by one expression: compiling hundreds of alternatives
 * takes longer than a whole hook may. The lists are made ready with the first text: most hooks have none to look at.
 */
export function cue(cues: Cues): Cue {
  let ready: Cue | undefined;
  return {
    test(text) {
      ready ??= readyCue(cues);
      return ready.test(text);
    },
  };
}

function readyCue({ words, starts = [], parts = [] }: Cues): Cue {
  const openings = new Set(listed(starts));
  const opens = (text: string, first = ''): boolean =>
    openings.has(first) ||
    (openings.has(`${first},`) && SIGN.test(text.slice(text.toLowerCase().indexOf(first) + first.length)));
  const pieces = listed(parts);
  const byKey = new Map<string, string[][]>();
  for (const phrase of listed(words)) {
    const patterns = phrase.split(' ');
    const key = keyOf((patterns[0] ?? '').replace('*', ''));
    byKey.set(key, [...(byKey.get(key) ?? []), patterns]);
  }
  return {
    test(text) {
      const said = wordsOf(text);
      if (opens(text, said[0])) return true;
      const isSaid = said.some((word, at) =>
        byKey
          .get(keyOf(word))
          ?.some((patterns) => patterns.every((pattern, place) => fits(pattern, said[at + place]))),
      );
      return isSaid || pieces.some((piece) => text.includes(piece));
    },
  };
}
