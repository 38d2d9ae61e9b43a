import type { FactExtractor } from '../extractor.ts';

/** Rules files that the agent loaded, by their path. */
export const rule: FactExtractor = {
  priority: 1,
  extract: ({ name, file }) =>
    name === 'rules_loaded' && file !== undefined
      ? [{ kind: 'rule', key: file, state: 'loaded', text: file }]
      : [],
};
