import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../benchmarks/compact/evaluate.ts';
import { fileSet } from '../../../benchmarks/compact/score/files.ts';
import { answers, type Context, isStaleCurrent } from '../../../benchmarks/compact/score/probes.ts';
import { violations } from '../../../benchmarks/compact/score/violations.ts';
import type { Checkpoint, Expectation, Negative } from '../../../benchmarks/compact/world.ts';

const checkpoint: Checkpoint = {
  id: 'A.final',
  session: 'A',
  kind: 'final',
  probes: [],
  negatives: [],
  truth: { modified: ['src/a/index.ts', 'src/b.ts'], optional: [] },
  foreign: [],
};
const context: Context = { checkpoint, universe: ['src/a/index.ts', 'src/b.ts', 'src/c/index.ts'] };
const isAnswered = (expectation: Expectation, text: string): boolean =>
  answers({ id: 'p', type: 't', priority: 1, question: '', expect: expectation }, text, context);
const found = (expectation: Negative['expect'], text: string): readonly string[] =>
  violations({ id: 'n', type: 't', expect: expectation }, text, context);

describe('the score tells right from wrong', () => {
  test.each<[Expectation, string, boolean]>([
    [{ verbatim: 'Move it.\nThen test.' }, '## Goal\n"Move it.\n> Then test."', true],
    [{ verbatim: 'Move it. Then test.' }, 'Move it. Then …', false],
    [{ value: '4000', stale: '3000' }, 'port 3000\nport 4000 now', true],
    [{ value: '4000', stale: '3000' }, 'port 4000 now\nport 3000', false],
    [{ value: '4000', stale: '3000' }, 'port 4000 now\nport 3000 (replaced)', true],
    [{ files: ['src/a/index.ts', 'src/b.ts'] }, 'src/{a/index,b}.ts', true],
    [{ files: ['src/a/index.ts'] }, 'index.ts', false],
    [{ subject: 'Port it' }, '[~] #7 Port it', true],
    [{ subject: 'Port it' }, '[ ] #7 Port it', false],
    [{ taskIds: [['7', 'Port it']] }, '[ ] #7 Port it', true],
    [{ taskIds: [['7', 'Port it']] }, '[ ] #17 Port it', false],
    [{ all: ['eval', 'too slow'], marker: 'rejected', near: 'eval' }, '[rejected] eval, too slow', true],
    [{ all: ['eval', 'too slow'], marker: 'rejected', near: 'eval' }, 'eval, too slow', false],
  ])('%j in %j: %s', (expectation, text, right) => expect(isAnswered(expectation, text)).toBe(right));

  test.each<[Negative['expect'], string, number]>([
    [{ absent: ['key'] }, 'the key', 1],
    [{ noise: ['nice work'] }, '## Decisions\n- nice work', 1],
    [{ noise: ['nice work'] }, '## Said\n- nice work', 0],
    [{ errors: ['gear'] }, '## Unresolved errors\n- gear', 1],
    [{ errors: ['gear'] }, '## Unresolved errors\n- gear (fixed)', 0],
    [{ passed: ['0 failed'] }, '## Errors\n- 0 failed', 1],
    [{ subjects: ['Port it'] }, '## Open tasks\n- Port it', 1],
    [{ subjects: ['Port it'] }, '## Tasks\n[x] Port it', 0],
    [{ files: ['src/c/index.ts'] }, 'Files modified: src/c/index.ts', 1],
    [{ files: ['src/c/index.ts'] }, 'Files read: src/c/index.ts', 0],
  ])('%j in %j: %i', (expectation, text, count) => expect(found(expectation, text)).toHaveLength(count));

  test('an exact set has all and nothing else', () => {
    const isExact = (text: string): boolean => fileSet(text, checkpoint, context.universe).exact;
    expect(isExact('Files modified: src/a/index.ts src/b.ts')).toBe(true);
    expect(isExact('Files modified: src/a/index.ts')).toBe(false);
    expect(isExact('Files modified: src/{a/index,b,c/index}.ts')).toBe(false);
  });

  test('an old value on its own is no current one when the new one follows', () => {
    expect(isStaleCurrent('3000', { value: '4000', stale: '3000' })).toBe(true);
    expect(isStaleCurrent('3000\n4000', { value: '4000', stale: '3000' })).toBe(false);
  });
});

describe('a compaction keeps what the work cannot go on without', () => {
  const WORLD = 'dev03';
  test.each([
    [2048, 0.95],
    [6000, 0.99],
  ])('in %i bytes', async (budget, least) => {
    const { probes, violations: shown, counts, leaks, sizes } = await evaluate(budget, WORLD);
    const share = (name: string): number => {
      const [hits, of] = probes.get(name) ?? [0, 0];
      return hits / of;
    };
    expect(share('P1')).toBeGreaterThanOrEqual(least);
    expect([share('P1 goal'), share('P1 last_request'), share('P1 correction')]).toEqual([1, 1, 1]);
    expect([...shown].filter(([, [hits]]) => hits > 0)).toEqual([]);
    const [exact, finals] = counts.get('modified files exact') ?? [0, 1];
    expect(exact).toBe(finals);
    expect([counts.get('old value as current')?.[0], counts.get('secrets kept')?.[0], leaks]).toEqual([
      0, 0, 0,
    ]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(budget);
  });
});
