import { expect, it } from 'vitest';
import { mergeDecisions, NO_DECISION } from '#core/hook-decision.ts';

it.each([
  [[], {}],
  [[NO_DECISION, {}], {}],
  [[{ context: '' }], {}],
  [[{ context: 'a' }], { context: 'a' }],
  [[{ context: 'a' }, {}, { context: 'b' }], { context: 'a\n\nb' }],
])('%j together are %j', (decisions, merged) => {
  expect(mergeDecisions(decisions)).toEqual(merged);
});
