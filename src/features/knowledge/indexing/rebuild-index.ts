import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import { PassageReader } from '../originals/passage-reader.ts';
import { PassageTermsMaker } from './passage-terms.ts';

/** Makes a lost or damaged text index anew from the originals. Returns how many passages are found again. */
export function rebuildIndex(store: KnowledgeStore, outDir: string): number {
  const reader = new PassageReader(outDir);
  const terms = new PassageTermsMaker();
  try {
    return store.rebuildIndex((source, passage) => {
      const text = reader.read(source, passage.startByte, passage.endByte);
      return text === undefined ? undefined : terms.make(source.label, passage, text);
    });
  } finally {
    reader.close();
  }
}
