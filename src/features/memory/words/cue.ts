/** Letters of scripts that put blanks between words. */
const LETTER = '[\\p{L}\\p{N}_]';

/** Each text holds some phrases with `|` between them, a language or two to a line. */
export interface Cues {
  /** Whole words or phrases; `*` stands for the rest of a word. */
  readonly words: readonly string[];
  /** Openings of a sentence, whole words. */
  readonly starts?: readonly string[];
  /** Parts of a text in scripts that are written without blanks, or with endings that cannot be listed. */
  readonly parts?: readonly string[];
}

const escaped = (text: string): string =>
  text
    .replace(/[.+?^${}()[\]\\]/g, '\\$&')
    .replace(/\*/g, `${LETTER}*`)
    .replace(/'/g, "['’]")
    .replace(/ /g, '\\s+');

/** One expression for the cues of all languages; case does not matter. */
export function cue({ words, starts = [], parts = [] }: Cues): RegExp {
  const choices = [`(?<!${LETTER})(?:${words.map(escaped).join('|')})(?!${LETTER})`];
  if (starts.length > 0) choices.push(`^\\P{L}*(?:${starts.map(escaped).join('|')})(?!${LETTER})`);
  if (parts.length > 0) choices.push(parts.join('|'));
  return new RegExp(choices.join('|'), 'iu');
}
