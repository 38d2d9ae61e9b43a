import { compoundParts } from '#core/text/identifiers.ts';
import type { IndexedPassage, Passage } from '#storage/knowledge-store.ts';

/** What the index is told of a passage: its text with the parts of compound words, its title with the source's label. */
export function passageWords(label: string, passage: Passage, text: string): IndexedPassage {
  const parts = compoundParts(text);
  const title = `${label} ${passage.title}`;
  return {
    ...passage,
    titleWords: `${title} ${compoundParts(title)}`,
    bodyWords: parts === '' ? text : `${text}\n${parts}`,
  };
}
