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

const said = (verdict: 'allow' | 'ask' | 'deny') => ({ permission: { verdict, reason: verdict } });

it.each([
  [['allow', 'ask'], 'ask'],
  [['deny', 'allow', 'ask'], 'deny'],
  [['allow', 'allow'], 'allow'],
] as const)('of the verdicts %j the strictest holds: %s', (verdicts, expected) => {
  expect(mergeDecisions([{ context: 'c' }, ...verdicts.map(said)])).toEqual({
    context: 'c',
    ...said(expected),
  });
});

it('is silent when one that says something wants it so', () => {
  expect(mergeDecisions([{ context: 'a' }, { context: 'b', isSilent: true }])).toEqual({
    context: 'a\n\nb',
    isSilent: true,
  });
  expect(mergeDecisions([{ context: 'a' }, { isSilent: true }])).toEqual({ context: 'a' });
});
