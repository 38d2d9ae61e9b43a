import type { KnowledgePlace } from '../jobs.ts';

/** Takes every term of the text index that is new into the vocabulary, in short transactions. */
export function takeTerms({ vocabulary, turn }: Pick<KnowledgePlace, 'vocabulary' | 'turn'>): undefined {
  let after: string | undefined = '';
  while (after !== undefined) {
    if (turn.isWanted()) turn.giveWay();
    after = vocabulary.takeIn(after);
  }
  return undefined;
}
