/** Where a compound word has a seam that a tokenizer for prose does not see: `useEffect`, `HTTPServer`, `utf8Text`. */
const SEAM = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u;
// Looked for at the start of a word only: else a long word without a seam costs the square of its length.
const COMPOUND =
  /(?<![\p{L}\d])[\p{L}\d]*(?:[\p{Ll}\d]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\d|\d\p{L})[\p{L}\d]*/gu;
/** A hash or base64 text is no compound word. */
const WORD_LIMIT = 60;

/**
 * The parts of the compound words in a text, each word once, as one string to be indexed beside the text. Empty when it
 * holds none. (Snake, kebab, dotted and path forms need nothing: the tokenizer parts them already.)
 */
export function compoundParts(text: string): string {
  const parts = new Set<string>();
  for (const [word] of text.matchAll(COMPOUND)) {
    if (word.length <= WORD_LIMIT) parts.add(word.split(SEAM).join(' '));
  }
  return [...parts].join(' ');
}
