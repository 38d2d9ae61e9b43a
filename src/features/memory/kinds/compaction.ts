import type { FactExtractor } from '../extractor.ts';
import { ownWords } from '../words/host-noise.ts';

/** That the context is compacted, and what the user wrote behind the command: a record, not a rule. */
export const compaction: FactExtractor = {
  priority: 2,
  extract: ({ name, detail, instructions }) =>
    name === 'pre_compact'
      ? [{ kind: 'compaction', state: detail ?? 'auto', text: ownWords(instructions ?? '') }]
      : [],
};
