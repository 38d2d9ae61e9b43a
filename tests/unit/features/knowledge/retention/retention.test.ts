import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { DAY_MS, MIB } from '#core/units.ts';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { keepOriginal } from '#features/knowledge/originals/keep-original.ts';
import { Retention, readRetentionLimits } from '#features/knowledge/retention/retention.ts';
import {
  indexFolderIn,
  knowledgePlace,
  originals,
  type TestPlace,
} from '../../../../helpers/knowledge/place.ts';
import { makeTree } from '../../../../helpers/knowledge/trees.ts';
import { thrownBy } from '../../../../helpers/store/fixtures.ts';

const NOW = 100 * DAY_MS;
const LIMITS = { maxAgeMs: 14 * DAY_MS, maxBytes: 100 * MIB };

function keep(place: TestPlace, label: string, text: string, usedMs: number, kind: 'output' | 'doc' = 'doc') {
  const output = { kind: 'text', text } as const;
  const bytes = text.length;
  const { id, isNew } = keepOriginal(place, {
    label,
    kind,
    output,
    bytes,
    sessionId: undefined,
    nowMs: usedMs,
  });
  if (isNew) runKnowledgeJob(place, { kind: 'index-stored', id, nowMs: usedMs });
  return id;
}

function counts(place: TestPlace) {
  const { sources, chunks } = place.store.counts();
  return { sources, chunks };
}

/** Sweeps to the end; returns how many steps it took, and the longest in milliseconds. */
function sweep(place: TestPlace, limits = LIMITS): { readonly steps: number; readonly usualMs: number } {
  const retention = new Retention(place, limits);
  const tookMs: number[] = [];
  for (let steps = 1; ; steps += 1) {
    const startMs = performance.now();
    const isMore = retention.step(NOW);
    tookMs.push(performance.now() - startMs);
    if (!isMore) return { steps, usualMs: tookMs.sort((a, b) => a - b)[steps >> 1] ?? 0 };
  }
}

const left = (place: TestPlace) => place.store.recentSources(1_000).map(({ label }) => label);

it('what was not used for 14 days goes, file and passages too, and is announced once', () => {
  const place = knowledgePlace();
  keep(place, 'old', 'old words', NOW - 15 * DAY_MS);
  keep(place, 'young', 'young words', NOW - 13 * DAY_MS);
  sweep(place);
  expect([left(place), originals(place), counts(place)]).toEqual([
    ['young'],
    ['2.txt'],
    { sources: 1, chunks: 1 },
  ]);
  const [notice, ...more] = place.database.takeNotices('tool');
  expect(notice).toMatch(/^1 source \(9 B\) removed .* not used for 14 days: #1 old/);
  expect(more).toEqual([]);
  sweep(place);
  expect(place.database.takeNotices('tool')).toEqual([]);
});

it('use counts, not age: what a search or a read touched stays', () => {
  const place = knowledgePlace();
  const id = keep(place, 'old', 'old words', NOW - 50 * DAY_MS);
  place.store.touch([id], NOW - DAY_MS);
  sweep(place);
  expect(left(place)).toEqual(['old']);
});

it('an indexed file is forgotten, and lies where it lay', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'words' });
  indexFolderIn(place, folder, { nowMs: NOW - 20 * DAY_MS });
  sweep(place);
  expect([left(place), existsSync(join(folder, 'a.md'))]).toEqual([[], true]);
});

it('indexing a folder again counts as use of all its files', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'words', 'b.md': 'more' });
  indexFolderIn(place, folder, { nowMs: NOW - 20 * DAY_MS });
  indexFolderIn(place, folder, { nowMs: NOW });
  sweep(place);
  expect(left(place)).toHaveLength(2);
});

it('a store that is too large loses what is least worth: the longest unused, outputs before documents', () => {
  const place = knowledgePlace();
  const text = (n: number) => `${n} ${'x'.repeat(10_000)}`;
  keep(place, 'document', text(1), NOW - 3 * DAY_MS);
  keep(place, 'output', text(2), NOW - DAY_MS, 'output');
  keep(place, 'fresh', text(3), NOW);
  sweep(place, { ...LIMITS, maxBytes: 40_000 });
  expect(left(place)).toEqual(['fresh', 'document']);
  expect(place.database.takeNotices('tool').join()).toMatch(/PLIMSOLL_STORE_MAX_BYTES/);
  sweep(place, { ...LIMITS, maxBytes: 40_000 });
  expect(left(place)).toHaveLength(2);
});

it('much is removed in many small steps', () => {
  const place = knowledgePlace();
  for (let n = 0; n < 20; n += 1) keep(place, `s${n}`, `${n} words and more\n\n`.repeat(5_000), 0);
  const { steps, usualMs } = sweep(place);
  expect([left(place), steps > 3]).toEqual([[], true]);
  // A step aims at 8 ms. The machine of the tests may be busy: one of them may be interrupted, but not most.
  expect(usualMs).toBeLessThan(60);
});

test('the limits are read from the environment, and a wrong one is named', () => {
  expect(readRetentionLimits({})).toEqual({ maxAgeMs: 14 * DAY_MS, maxBytes: 2_048 * MIB });
  expect(readRetentionLimits({ PLIMSOLL_STORE_MAX_AGE_DAYS: '3' }).maxAgeMs).toBe(3 * DAY_MS);
  const error = thrownBy(() => readRetentionLimits({ PLIMSOLL_STORE_MAX_BYTES: '2 GB' }));
  expect(error.message).toMatch(/PLIMSOLL_STORE_MAX_BYTES is "2 GB"/);
});
