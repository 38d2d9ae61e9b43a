import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, askSet } from '../../benchmarks/search-quality/ask-all.ts';
import { failureTexts } from '../../benchmarks/search-quality/failures.ts';
import { type Measures, measure } from '../../benchmarks/search-quality/measures.ts';
import { makeOwnSet } from '../../benchmarks/search-quality/own-set.ts';
import { productArm } from '../../benchmarks/search-quality/product-arm.ts';
import { DIST } from '../helpers/product/bundles.ts';

/**
 * Least figures of our own questions; a little below what was reached when they were set. The code is this repository's, which
 * grows: each new file competes for the same questions.
 */
const LEAST: readonly (readonly [corpus: string, figure: keyof Measures, least: number])[] = [
  ['own-code', 'ndcg', 0.75],
  ['own-docs', 'recall5', 0.85],
  ['own-outputs', 'inSmall', 0.95],
  ['own-outputs', 'inLarge', 0.98],
  ['own-languages', 'recall5', 0.95],
];
/** Kinds of question that one feature of the search answers: at most one of each may fail. */
const FEATURES = [
  'accent',
  'cjk-1',
  'cjk-2',
  'error-code',
  'exact-id',
  'hex-id',
  'ident-split',
  'minus',
  'number',
  'partial-id',
  'phrase',
  'special',
  'stem',
  'syntax',
  'typo',
  'width',
];

const set = makeOwnSet();
let asked: readonly Asked[] = [];

beforeAll(async () => {
  asked = (await askSet(productArm(join(DIST, 'server.mjs')), set)).asked;
});
afterAll(() => set.dispose());

/** What went wrong, so that a failed test says it. */
const failures = (some: readonly Asked[]): string =>
  failureTexts({ set: 'own', arm: 'plimsoll', asked: some, corpusBytes: 0, indexMs: 0, storedBytes: 0 }).join(
    '\n',
  );

describe('the search answers our own questions', () => {
  test.each(LEAST)('%s: %s of at least %d', (corpus, figure, least) => {
    const some = asked.filter(({ question }) => question.corpus === corpus);
    expect(measure(some)[figure], failures(some)).toBeGreaterThanOrEqual(least);
  });

  test.each(FEATURES)('%s: at most one question without its answer among the first five', (type) => {
    const some = asked.filter(({ question }) => question.type === type);
    const missed = some.filter(({ verdict }) => (verdict.ranks[0] ?? Number.POSITIVE_INFINITY) > 5);
    expect(some.length, 'questions of this kind').toBeGreaterThan(0);
    expect(missed.length, failures(missed)).toBeLessThanOrEqual(1);
  });
});
