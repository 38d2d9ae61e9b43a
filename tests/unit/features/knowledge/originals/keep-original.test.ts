import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { keepOriginal, type OutputText } from '#features/knowledge/originals/keep-original.ts';
import { readOriginal } from '#features/knowledge/originals/originals.ts';
import { knowledgePlace, originals, type TestPlace } from '../../../../helpers/knowledge/place.ts';
import { thrownBy } from '../../../../helpers/store/fixtures.ts';
import { tempFolder } from '../../../../helpers/store/programs.ts';

function keep(place: TestPlace, label: string, output: string | OutputText) {
  const text: OutputText = typeof output === 'string' ? { kind: 'text', text: output } : output;
  const bytes = text.kind === 'text' ? text.text.length : 0;
  const kept = keepOriginal(place, {
    label,
    kind: 'output',
    output: text,
    bytes,
    sessionId: undefined,
    nowMs: 1,
  });
  if (kept.isNew) runKnowledgeJob(place, { kind: 'index-stored', id: kept.id, nowMs: 1 });
  return kept;
}

const remove = (place: TestPlace, ...ids: readonly number[]) =>
  runKnowledgeJob(place, { kind: 'remove-sources', ids });

function counts(place: TestPlace) {
  const { sources, chunks } = place.store.counts();
  return { sources, chunks };
}

function textOf(place: TestPlace, id: number): string | undefined {
  const source = place.store.findSource(id);
  return source === undefined ? undefined : readOriginal(place.outDir, source).text.toString();
}

it('the same text under the same label has one handle, and one file', () => {
  const place = knowledgePlace();
  const first = keep(place, 'npm test', 'all is well');
  expect(keep(place, 'npm test', 'all is well')).toEqual({ ...first, isNew: false });
  expect(originals(place)).toEqual(['1.txt']);
});

it('the same text under another label has a handle of its own, and no second file or passages', () => {
  const place = knowledgePlace();
  const first = keep(place, 'a', 'all is well');
  const second = keep(place, 'b', 'all is well');
  expect([second.id, second.path, second.isNew]).toEqual([2, first.path, false]);
  expect([originals(place), counts(place)]).toEqual([['1.txt'], { sources: 2, chunks: 1 }]);
  expect(textOf(place, 2)).toBe('all is well');
});

it('another text under the same label is another source; both stay', () => {
  const place = knowledgePlace();
  keep(place, 'npm test', 'one failed');
  keep(place, 'npm test', 'all is well');
  expect([textOf(place, 1), textOf(place, 2)]).toEqual(['one failed', 'all is well']);
});

it('when the first of several goes, the text and its passages pass on to the next', () => {
  const place = knowledgePlace();
  for (const label of ['a', 'b', 'c']) keep(place, label, 'shared words');
  remove(place, 1);
  expect([originals(place), textOf(place, 2), textOf(place, 3)]).toEqual([
    ['2.txt'],
    'shared words',
    'shared words',
  ]);
  expect(place.store.countPassages(2)).toBe(1);
  remove(place, 3);
  expect(textOf(place, 2)).toBe('shared words');
  remove(place, 2);
  expect([originals(place), counts(place)]).toEqual([[], { sources: 0, chunks: 0 }]);
});

it('a large output that came as a file is compared when it is indexed; its own name stays good', () => {
  const place = knowledgePlace();
  keep(place, 'a', 'long long output');
  const file = join(tempFolder(), 'spill');
  writeFileSync(file, 'long long output');
  const second = keep(place, 'b', { kind: 'file', file });
  expect(place.store.findSource(second.id)).toMatchObject({ sameAs: 1, state: 'ready' });
  expect(counts(place)).toEqual({ sources: 2, chunks: 1 });
  expect(originals(place)).toEqual(['1.txt', '2.txt']);
  remove(place, 1);
  expect([originals(place), textOf(place, 2)]).toEqual([['2.txt'], 'long long output']);
});

it('a stored text that somebody deleted is stored again', () => {
  const place = knowledgePlace();
  const first = keep(place, 'a', 'words');
  rmSync(first.path);
  const second = keep(place, 'a', 'words');
  expect([second.id, second.isNew, textOf(place, 2)]).toEqual([2, true, 'words']);
});

/** A file in the folder of originals that the store knows nothing of. */
function strayOriginal(place: TestPlace, id: number, text = 'from before'): string {
  mkdirSync(place.outDir, { recursive: true });
  const file = join(place.outDir, `${id}.txt`);
  writeFileSync(file, text);
  return file;
}

it('a new store beside old originals counts on from the highest, so that no old handle names another text', () => {
  const place = knowledgePlace();
  for (const id of [3, 12, 7]) strayOriginal(place, id);
  expect([keep(place, 'a', 'new words').id, keep(place, 'b', 'more words').id]).toEqual([13, 14]);
  expect(readFileSync(join(place.outDir, '12.txt'), 'utf8')).toBe('from before');
});

it.each(['text', 'file', 'twin'])('an original that is there is never replaced: %s', (how) => {
  const place = knowledgePlace();
  keep(place, 'first', 'words');
  const stray = [2, 3, 40].map((id) => strayOriginal(place, id));
  const file = join(tempFolder(), 'spill');
  writeFileSync(file, 'other words');
  const output: Readonly<Record<string, OutputText>> = {
    text: { kind: 'text', text: 'other words' },
    file: { kind: 'file', file },
    twin: { kind: 'text', text: 'words' },
  };
  const second = keep(place, 'second', output[how] as OutputText);
  expect([second.id, textOf(place, second.id)]).toEqual([41, how === 'twin' ? 'words' : 'other words']);
  expect(keep(place, 'third', 'third words').id).toBe(42);
  remove(place, 1, second.id);
  expect(stray.map((path) => readFileSync(path, 'utf8'))).toEqual(Array(3).fill('from before'));
});

it.skipIf(process.platform === 'win32')('a link in place of the folder of originals is refused', () => {
  const place = knowledgePlace();
  keep(place, 'a', 'kept words');
  const elsewhere = tempFolder();
  writeFileSync(join(elsewhere, '1.txt'), 'kept words');
  rmSync(place.outDir, { recursive: true });
  symlinkSync(elsewhere, place.outDir);
  const refused = expect.objectContaining({
    code: 'HOME_UNUSABLE',
    message: expect.stringContaining('symbolic link'),
  });
  expect(thrownBy(() => keep(place, 'b', 'other words'))).toEqual(refused);
  expect(thrownBy(() => keep(place, 'b', 'kept words'))).toEqual(refused);
  expect(thrownBy(() => textOf(place, 1))).toEqual(refused);
  expect(thrownBy(() => remove(place, 1))).toEqual(refused);
  expect(readdirSync(elsewhere)).toEqual(['1.txt']);
});

it.each(['text', 'file'] as const)(
  'when the store does not take it after all, its %s is where it was',
  (kind) => {
    const place = knowledgePlace();
    const file = join(tempFolder(), 'output.part');
    writeFileSync(file, 'from a file');
    const output: OutputText = kind === 'text' ? { kind, text: 'from memory' } : { kind, file };
    // As a full disk does: the row and the file are there, and then the commit fails.
    const store = {
      ...place.store,
      insertSource: (...given: Parameters<typeof place.store.insertSource>) =>
        place.database.write(() => {
          place.store.insertSource(...given);
          throw new Error('disk full');
        }),
    };
    expect(() => keep({ ...place, store }, 'a', output)).toThrow('disk full');
    expect([originals(place), readFileSync(file, 'utf8')]).toEqual([[], 'from a file']);
    expect(textOf(place, keep(place, 'a', output).id)).toBe(kind === 'text' ? 'from memory' : 'from a file');
  },
);
