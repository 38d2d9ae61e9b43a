import { createRandom, type Random } from '../search-quality/generate/random.ts';

const SYLLABLES =
  'ba be bi bo da de di do fa fe ga go ha he ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve wa wo za zo'.split(
    ' ',
  );
/** Words of a large project: prose and names together. */
const VOCABULARY = 20_000;
const SECTION_WORDS = 130;
/** One word of a section in so many is a name in camelCase. */
const NAME_EVERY = 12;

/** Texts and questions from one vocabulary. The same seed gives the same texts. */
export interface SyntheticText {
  /** A Markdown section with heading, about 1,000 bytes. */
  section(): string;
  /** A question as agents ask them: words, a name or part of one, a typo, a phrase. */
  question(): string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function makeVocabulary(random: Random): readonly string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    words.add(Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join(''));
  }
  return [...words];
}

export function createSyntheticText(seed: number): SyntheticText {
  const random = createRandom(seed);
  const vocabulary = makeVocabulary(random);
  /** As in real text, the frequency falls with the rank: the logarithm of the rank is evenly spread. */
  const word = (): string =>
    vocabulary[Math.floor(VOCABULARY ** (random.below(1_000_000) / 1_000_000)) - 1] ?? 'word';
  const rareWord = (): string => random.pick(vocabulary);
  const name = (): string => rareWord() + capital(word());
  const questions: readonly (() => string)[] = [
    () => `${word()} ${rareWord()} ${rareWord()}`,
    () => `${word()} ${word()} ${word()} ${rareWord()} ${rareWord()}`,
    () => rareWord(),
    () => word(),
    name,
    () => rareWord().slice(0, 5),
    () => {
      const whole = rareWord();
      return `${whole.slice(0, 3)}x${whole.slice(3)} ${rareWord()}`;
    },
    () => `"${word()} ${word()}" ${rareWord()}`,
  ];
  return {
    section() {
      const words = Array.from({ length: SECTION_WORDS }, (_, index) =>
        index % NAME_EVERY === 0 ? name() : word(),
      );
      return `## ${capital(word())} ${word()} ${rareWord()}\n\n${words.join(' ').replaceAll(/(.{90,}?) /g, '$1\n')}\n`;
    },
    question: () => random.pick(questions)(),
  };
}
