import type { FactExtractor } from '../extractor.ts';
import { ownWords } from '../words/host-noise.ts';
import { splitPrompt } from '../words/pasted-data.ts';

/** Enough of the first line to know it again, in UTF-16 units. */
const FIRST_LINE = 120;

/** Data that the user pasted: what and how much, never the whole. */
export const data: FactExtractor = {
  priority: 4,
  extract(event) {
    if (event.name !== 'user_prompt') return [];
    return splitPrompt(ownWords(event.prompt ?? '')).data.map(({ sort, lines, bytes, firstLine }) => ({
      kind: 'data',
      state: sort,
      text: `${sort}, ${lines} lines, ${bytes} bytes, begins: ${firstLine.slice(0, FIRST_LINE)}`,
    }));
  },
};
