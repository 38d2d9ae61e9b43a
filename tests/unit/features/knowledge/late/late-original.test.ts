import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { keepLate, lateSource, lateSources, takeInLate } from '#features/knowledge/late/late-original.ts';
import { type KeepRequest, keepOriginal } from '#features/knowledge/originals/keep-original.ts';
import { Retention } from '#features/knowledge/retention/retention.ts';
import { promisedId } from '#storage/first-id.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { knowledgePlace, originals, type TestPlace } from '../../../../helpers/knowledge/place.ts';
import { testStore } from '../../../../helpers/store/fixtures.ts';
import { tempFolder } from '../../../../helpers/store/programs.ts';

const NOW = 1_000_000;
const asked = (text: string, label = 'npm test'): KeepRequest => ({
  label,
  kind: 'output',
  output: { kind: 'text', text },
  bytes: text.length,
  sessionId: 's-1',
  nowMs: NOW,
});

const readText = (place: TestPlace, id: number): string => {
  const page = runKnowledgeJob(place, {
    kind: 'read',
    id,
    range: undefined,
    grep: undefined,
    maxBytes: 1_000,
  });
  return (page as { readonly text: string }).text;
};

it('an original that waits is read by its handle, and keeps handle and file when it is taken in', () => {
  const place = knowledgePlace();
  keepOriginal(place, asked('before'));
  const late = keepLate(place, asked('late words'));
  expect(statSync(late.path).mode & 0o777).toBe(0o600);
  expect([readText(place, late.id), place.store.findSource(late.id)]).toEqual(['late words', undefined]);
  expect(lateSources(place.outDir).map(({ id, label, bytes }) => [id, label, bytes])).toEqual([
    [late.id, 'npm test', 10],
  ]);
  expect(takeInLate(place, NOW)).toEqual([{ id: late.id, bytes: 10 }]);
  expect(place.store.findSource(late.id)).toMatchObject({
    label: 'npm test',
    kind: 'output',
    origin: 'stored',
    state: 'pending',
    createdMs: NOW,
  });
  expect([readText(place, late.id), lateSource(place.outDir, late.id)]).toEqual(['late words', undefined]);
  expect(originals(place)).toEqual(['1.txt', `${late.id}.txt`]);
  expect(takeInLate(place, NOW)).toEqual([]);
});

it('handles that are given meanwhile are others, and so are those of all that wait', () => {
  const place = knowledgePlace();
  const [a, b] = [keepLate(place, asked('a')), keepLate(place, asked('b'))];
  const between = keepOriginal(place, asked('c'));
  expect(takeInLate(place, NOW).map(({ id }) => id)).toEqual([a.id, b.id]);
  const after = [keepOriginal(place, asked('d')), keepLate(place, asked('e'))].map(({ id }) => id);
  expect(new Set([a.id, b.id, between.id, ...after]).size).toBe(5);
});

it('is taken in once when the note outlived the commit', () => {
  const place = knowledgePlace();
  const late = keepLate(place, asked('text'));
  const note = join(place.outDir, `${late.id}.late.json`);
  const before = readFileSync(note);
  takeInLate(place, NOW);
  writeFileSync(note, before);
  expect([takeInLate(place, NOW), place.store.counts().sources]).toEqual([[], 1]);
  expect(originals(place)).toEqual([`${late.id}.txt`]);
});

it('gets a handle of its own when a file was given the promised one', () => {
  const place = knowledgePlace();
  const late = keepLate(place, asked('text'));
  const file = join(place.outDir, '..', 'given.md');
  writeFileSync(file, 'words of a file');
  const insert = {
    ...lateSource(place.outDir, late.id)!,
    origin: 'file',
    path: file,
    sessionId: '',
  } as const;
  expect(place.store.insertPromised(late.id, insert)).toBe('new');
  const [taken] = takeInLate(place, NOW);
  expect(taken?.id).toBeGreaterThan(late.id);
  expect(readText(place, taken?.id ?? 0)).toBe('text');
  expect(originals(place)).toEqual([`${taken?.id}.txt`]);
});

it('retention lets be what waits, and takes away all of it later', () => {
  const place = knowledgePlace();
  const late = keepLate(place, asked('text'));
  const limits = { maxAgeMs: 1_000, maxBytes: 1 };
  const sweep = (nowMs: number): void => {
    const retention = new Retention(place, limits);
    while (retention.step(nowMs));
  };
  sweep(NOW * 5);
  expect(originals(place)).toHaveLength(2);
  takeInLate(place, NOW * 5);
  sweep(NOW * 5);
  expect(originals(place)).toEqual([`${late.id}.txt`]);
  runKnowledgeJob(place, { kind: 'index-stored', id: late.id, nowMs: NOW * 5 });
  sweep(NOW * 9);
  expect(originals(place)).toEqual([]);
});

it('a note without text stays for a while, since the text may be on its way, and goes then', () => {
  const place = knowledgePlace();
  mkdirSync(place.outDir, { recursive: true });
  const note = join(place.outDir, '7.late.json');
  writeFileSync(note, JSON.stringify({ label: 'x', createdMs: NOW }));
  expect([takeInLate(place, NOW + 1_000), originals(place)]).toEqual([[], ['7.late.json']]);
  expect([takeInLate(place, NOW + 3_600_000), originals(place)]).toEqual([[], []]);
});

it.each(['', '{"label": 5, "createdMs": "x"}', '[1]', 'x'.repeat(100_000)])(
  'a note that is damaged costs the label, not the text (%#)',
  (note) => {
    const place = knowledgePlace();
    mkdirSync(place.outDir, { recursive: true });
    writeFileSync(join(place.outDir, '7.txt'), 'text');
    writeFileSync(join(place.outDir, '7.late.json'), note);
    expect(takeInLate(place, NOW)).toEqual([{ id: 7, bytes: 4 }]);
    expect(place.store.findSource(7)).toMatchObject({ label: 'output', bytes: 4 });
  },
);

it('takes nothing in through links', () => {
  const place = knowledgePlace();
  mkdirSync(place.outDir, { recursive: true });
  const secret = join(place.outDir, '..', 'secret');
  writeFileSync(secret, 'secret');
  symlinkSync(secret, join(place.outDir, '7.txt'));
  writeFileSync(join(place.outDir, '7.late.json'), JSON.stringify({ label: 'x', createdMs: NOW }));
  symlinkSync(secret, join(place.outDir, '8.late.json'));
  writeFileSync(join(place.outDir, '8.txt'), 'text');
  expect([takeInLate(place, NOW), lateSource(place.outDir, 7), lateSource(place.outDir, 8)]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});

it.each([
  [0, [], 100_000],
  [13, ['12.txt', '7.late.json', '900.bin'], 100_013],
  [13, ['12.txt', '100013.txt'], 100_014],
  [undefined, ['12.txt'], 10_100_000],
  [undefined, ['20000000.txt'], 20_000_001],
])('promises an id far above those that are given meanwhile: behind %s, beside %j', (last, names, id) => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'out'));
  for (const name of names) writeFileSync(join(folder, 'out', name), '');
  expect(promisedId(last, join(folder, 'plimsoll.db'))).toBe(id);
});

it('promises one as well where the store cannot be opened', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'plimsoll.db'));
  const store = createKnowledgeStore(testStore(join(folder, 'plimsoll.db')));
  expect(store.promisedId()).toBe(10_100_000);
});
