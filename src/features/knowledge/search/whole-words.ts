import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import { PassageReader } from '../originals/passage-reader.ts';

/** Passages in which a term's word is looked for: one of them can usually be read. */
const PASSAGES = 3;

export interface WordPlace {
  readonly store: KnowledgeStore;
  readonly vocabulary: Vocabulary;
  readonly outDir: string;
}

/** The shortest word of a text that has this term: a compound has the terms of its parts as well. */
function wordIn(text: string, term: string, { vocabulary: { terms } }: WordPlace): string | undefined {
  const words = terms.words(text).filter((word) => terms.ofWord(word).split(' ').includes(term));
  return words.reduce<string | undefined>(
    (best, word) => (best === undefined || word.length < best.length ? word : best),
    undefined,
  );
}

/**
 * Terms of the index as words that somebody wrote: the index holds stems, of which a reader can make little. Each is
 * looked up in the newest passages that hold it; where none can be read, the term stands for itself.
 */
export function wholeWords(terms: readonly string[], place: WordPlace): readonly string[] {
  const reader = new PassageReader(place.outDir);
  const wordOf = (term: string): string => {
    const matches = place.store.findPassages(`"${term}"`, {}, PASSAGES, false);
    for (const hit of place.store.readHits(matches)) {
      const text = reader.read(hit.source, hit.startByte, hit.endByte) ?? '';
      const word = wordIn(`${text}\n${hit.title}\n${hit.source.label}`, term, place);
      if (word !== undefined) return word;
    }
    return term;
  };
  try {
    return [...new Set(terms.map(wordOf))];
  } finally {
    reader.close();
  }
}
