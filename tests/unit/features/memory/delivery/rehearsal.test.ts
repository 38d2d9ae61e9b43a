import { expect, it } from 'vitest';
import type { StoredFact } from '#core/session-fact.ts';
import { rehearsal } from '#features/memory/delivery/rehearsal.ts';
import { memoryTexts } from '#features/memory/delivery/texts.ts';

it('a rehearsal makes every text once, of a session that has something in each part', () => {
  const texts = memoryTexts(() => ({ snapshotBytes: 2_048, guideBytes: 6_000 }));
  const made: string[] = [];
  let sample: readonly StoredFact[] = [];
  const steps = rehearsal({
    ...texts,
    of(facts) {
      sample = facts;
      const known = texts.of(facts);
      const noted = (name: string, text: string): string => {
        made.push(name);
        return text;
      };
      return {
        ...known,
        snapshot: () => noted('snapshot', known.snapshot()),
        guide: (occasion) => noted('guide', known.guide(occasion)),
        hint: () => noted('hint', known.hint()),
      };
    },
  });
  for (const step of steps) step();
  expect(made).toEqual(['snapshot', 'guide', 'hint']);
  const guide = texts.of(sample).guide('rehearsed');
  for (const part of [
    'Goal',
    'plan',
    'Tasks',
    'iles modified',
    'errors',
    'said',
    'git',
    'npm install',
    'callers',
    'CLAUDE.md',
  ])
    expect(guide, part).toMatch(new RegExp(part, 'i'));
});
