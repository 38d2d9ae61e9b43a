import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { KnowledgeJobResults } from '#features/knowledge/jobs.ts';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { originalFile } from '#features/knowledge/originals/originals.ts';
import { searchPassages } from '#features/knowledge/search/search-passages.ts';
import { knowledgePlace } from '../../../../helpers/knowledge/place.ts';

/** A store that holds these texts under their labels; asks it one question or several. */
function storeOf(texts: Readonly<Record<string, string>>) {
  const place = knowledgePlace();
  mkdirSync(place.outDir, { recursive: true });
  for (const [label, text] of Object.entries(texts)) {
    const id = place.store.insertSource(
      {
        label,
        kind: label.endsWith('.md') ? 'doc' : 'output',
        origin: 'stored',
        path: undefined,
        bytes: Buffer.byteLength(text),
        lines: text.split('\n').length,
        mtimeMs: undefined,
        hash: label,
        state: 'pending',
        sessionId: undefined,
        createdMs: 1,
        root: undefined,
        sameAs: undefined,
      },
      (newId) => {
        writeFileSync(originalFile(place.outDir, newId), text);
        return undefined;
      },
    );
    const report = runKnowledgeJob(place, { kind: 'index-stored', id, nowMs: 1 });
    expect((report as KnowledgeJobResults['index-stored']).passages).toBeGreaterThan(0);
  }
  return (queries: readonly string[], limit = 3, maxBytes = 4_096) =>
    searchPassages(place, { queries, filter: {}, limit, maxBytes });
}

const long = (word: string): string =>
  Array.from({ length: 200 }, (_, i) => (i === 100 ? `the ${word} line` : `filler number ${i}`)).join('\n');

it('shows short sections with those beside them, and no passage twice', () => {
  const ask = storeOf({
    'guide.md': '# Guide\n\n## Alpha\n\nalpha text.\n\n## Beta\n\nbeta alpha.\n\n## Gamma\n\ngamma text.\n',
  });
  const [answer] = ask(['alpha']);
  expect(answer?.passages).toHaveLength(1);
  const [passage] = answer?.passages ?? [];
  expect(passage?.text).toContain('alpha text.');
  expect(passage?.text).toContain('gamma text.');
  expect(passage?.chunkIds.length).toBeGreaterThan(1);
});

it('lines are those of the original, around the best one', () => {
  const [answer] = storeOf({ build: long('needle') })(['needle'], 1, 400);
  const [passage] = answer?.passages ?? [];
  const lines = passage?.text.split('\n') ?? [];
  expect(lines).toContain('the needle line');
  expect((passage?.firstLine ?? 0) + lines.indexOf('the needle line')).toBe(101);
  expect((passage?.lastLine ?? 0) - (passage?.firstLine ?? 0)).toBe(lines.length - 1);
});

it.each([240, 500, 1_000, 4_096])('keeps to a budget of %d bytes', (maxBytes) => {
  const texts = Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`run ${i}`, long('needle')]));
  const [answer] = storeOf(texts)(['needle'], 5, maxBytes);
  const bytes = (answer?.passages ?? []).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(answer?.passages.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
});

it('a later question does not show again what an earlier one showed', () => {
  const [first, second] = storeOf({ a: 'needle one', b: 'needle two' })(['one', 'needle'], 3);
  expect(first?.passages.map(({ text }) => text)).toEqual(['needle one']);
  expect(second?.passages.map(({ text }) => text)).toEqual(['needle two']);
});

it.each([
  ['needle', 'needle one', []],
  ['needle xylophone', 'needle one', ['xylophone']],
  ['needle one', 'needle one', []],
  ['zzyzx', 'needle one', []],
])('of %j over %j the words %j are missing', (question, text, missing) => {
  expect(storeOf({ a: text })([question])[0]?.missing).toEqual(missing);
});

it.each([
  ['disk usage', []],
  ['Disk USAGE gigabytes', []],
  ['disk usage xylophone', ['xylophone']],
])('of %j over a text that is found by its label only the words %j are missing', (question, missing) => {
  const answer = storeOf({ 'Disk usage': '42 gigabytes' })([question])[0];
  expect([answer?.passages.length, answer?.missing]).toEqual([1, missing]);
});
