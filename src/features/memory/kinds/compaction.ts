import { bareCompaction } from '../bare-compaction.ts';
import type { FactExtractor } from '../extractor.ts';
import { ownWords } from '../words/host-noise.ts';

/** That the context is compacted, and what the user wrote behind the command: a record, not a rule. */
export const compaction: FactExtractor = {
  priority: 2,
  extract(event) {
    if (event.name !== 'pre_compact') return [];
    const { detail = 'auto', instructions = '' } = event;
    return [bareCompaction(event) ?? { kind: 'compaction', state: detail, text: ownWords(instructions) }];
  },
};
