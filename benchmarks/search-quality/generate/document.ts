import type { Random } from './random.ts';

/** A document of many records of one kind, between which facts are planted. */
export interface DocumentKind {
  readonly name: string;
  /** Records before planting. */
  readonly records: number;
  record(random: Random, index: number): string;
  /** Between records; a line end when absent. */
  readonly separator?: string;
  readonly head?: string;
  readonly tail?: string;
}

/** A record that a question is about, or one that a wrong answer would be about. */
export interface Planted {
  readonly doc: string;
  readonly text: string;
}

/** The document's text; the planted records lie far from each other, each once. */
export function writeDocument(kind: DocumentKind, planted: readonly Planted[], random: Random): string {
  const records = Array.from({ length: kind.records }, (_, index) => kind.record(random, index));
  const own = planted.filter(({ doc }) => doc === kind.name);
  const stride = Math.floor(kind.records / (own.length + 1));
  // From the end, so that an insertion moves no later place.
  for (const [index, { text }] of [...own.entries()].toReversed()) {
    records.splice(stride * (index + 1) + random.below(Math.max(1, stride >> 1)), 0, text);
  }
  return `${kind.head ?? ''}${records.join(kind.separator ?? '\n')}${kind.tail ?? '\n'}`;
}
