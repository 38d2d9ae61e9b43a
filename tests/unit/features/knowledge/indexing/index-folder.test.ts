import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type IndexTask, inOrder, prepareFiles } from '#features/knowledge/indexing/index-prepare.ts';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { PassageReader } from '#features/knowledge/originals/passage-reader.ts';
import {
  indexFolderIn,
  knowledgePlace,
  LIMITS,
  type TestPlace,
} from '../../../../helpers/knowledge/place.ts';
import { makeTree } from '../../../../helpers/knowledge/trees.ts';

const labels = (place: TestPlace): readonly string[] =>
  place.store
    .recentSources(1_000)
    .map(({ label }) => label)
    .toSorted();

const indexFile = (place: TestPlace, path: string, label = path) =>
  runKnowledgeJob(place, {
    kind: 'index-file',
    path,
    label,
    isRenamed: false,
    sessionId: undefined,
    nowMs: 1_000,
  });

const summary = (report: ReturnType<typeof indexFolderIn>) => [
  report.files,
  report.added.count,
  report.changed.count,
  report.unchanged,
  report.removed.count,
];

it('stores a file once, whichever links and labels lead to it', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'docs/a.md': 'alpha', 'docs/b.md': 'beta' });
  symlinkSync(join(folder, 'docs'), join(folder, 'linked'));
  symlinkSync(join(folder, 'docs', 'a.md'), join(folder, 'a-link.md'));
  const first = indexFile(place, join(folder, 'a-link.md'), 'a-link.md');
  for (const path of ['docs/a.md', 'linked/a.md', 'docs/../linked/./a.md'])
    expect(indexFile(place, join(folder, path), path)).toMatchObject({
      id: (first as { id: number }).id,
      label: 'a-link.md',
      change: 'unchanged',
    });
  expect(summary(indexFolderIn(place, join(folder, 'linked')))).toEqual([2, 1, 0, 1, 0]);
  expect(summary(indexFolderIn(place, join(folder, 'docs')))).toEqual([2, 0, 0, 2, 0]);
  expect(labels(place)).toEqual(['a-link.md', 'b.md']);
});

it('keeps files of the same content in two work trees apart', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'main/a.md': 'alpha', 'other/a.md': 'alpha' });
  expect(summary(indexFolderIn(place, join(folder, 'main')))).toEqual([1, 1, 0, 0, 0]);
  expect(summary(indexFolderIn(place, join(folder, 'other')))).toEqual([1, 1, 0, 0, 0]);
  expect(labels(place)).toEqual(['a.md', 'a.md']);
});

it('finds what it has to avoid behind links as well', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'alpha', 'data/out.md': 'ours' });
  symlinkSync(folder, `${folder}-link`);
  onTestFinished(() => unlinkSync(`${folder}-link`));
  for (const [walked, avoided] of [
    [folder, `${folder}-link`],
    [`${folder}-link`, folder],
  ] as const)
    expect(indexFolderIn(place, walked, { avoid: [join(avoided, 'data')] }).files).toBe(1);
});

it('takes in what is new or changed, leaves the rest alone, and takes out what vanished', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'alpha', 'b.md': 'beta', 'sub/c.ts': 'export const c = 1;\n' });
  expect(summary(indexFolderIn(place, folder, { labelPrefix: 'docs/' }))).toEqual([3, 3, 0, 0, 0]);
  expect(labels(place)).toEqual(['docs/a.md', 'docs/b.md', 'docs/sub/c.ts']);
  const handle = place.sources.findFile(join(folder, 'b.md'))?.id;
  expect(summary(indexFolderIn(place, folder))).toEqual([3, 0, 0, 3, 0]);

  writeFileSync(join(folder, 'b.md'), 'other words');
  utimesSync(join(folder, 'a.md'), 1, 1);
  unlinkSync(join(folder, 'sub/c.ts'));
  writeFileSync(join(folder, 'd.md'), 'delta');
  const report = indexFolderIn(place, folder);
  expect(summary(report)).toEqual([3, 1, 1, 1, 1]);
  expect([report.changed.examples, report.removed.examples]).toEqual([['docs/b.md'], ['docs/sub/c.ts']]);
  expect(place.sources.findFile(join(folder, 'b.md'))).toMatchObject({ id: handle, state: 'ready' });
  expect(place.sources.findFile(join(folder, 'a.md'))?.mtimeMs).toBe(1_000);
});

it('a file that the rules leave out by now goes, unless it was named itself', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
  indexFile(place, join(folder, 'b.md'), 'b.md');
  indexFolderIn(place, folder);
  writeFileSync(join(folder, '.gitignore'), 'a.md\nb.md\n');
  expect(indexFolderIn(place, folder).removed.examples).toEqual(['a.md']);
  expect(labels(place)).toEqual(['.gitignore', 'b.md', 'c.md']);
});

it('what a pattern of the call leaves out stays', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'a', 'b.ts': 'b', 'gone.ts': 'g' });
  indexFolderIn(place, folder);
  unlinkSync(join(folder, 'gone.ts'));
  expect(summary(indexFolderIn(place, folder, { include: ['*.md'] }))).toEqual([1, 0, 0, 1, 1]);
  expect(labels(place)).toEqual(['a.md', 'b.ts']);
});

it('what a limit hid stays', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
  indexFolderIn(place, folder);
  const report = indexFolderIn(place, folder, { limits: { ...LIMITS, maxFiles: 1 } });
  expect([report.hit, report.removed.count, labels(place).length]).toEqual([['maxFiles'], 0, 3]);
});

it('an ignored folder that was named stays when the folder around it is indexed, until it is gone', () => {
  const place = knowledgePlace();
  const folder = makeTree({ '.gitignore': 'data/', 'data/a.md': 'a', 'b.md': 'b' });
  indexFolderIn(place, join(folder, 'data'), { labelPrefix: 'data/' });
  expect(indexFolderIn(place, folder).removed.count).toBe(0);
  expect(labels(place)).toEqual(['.gitignore', 'b.md', 'data/a.md']);
  rmSync(join(folder, 'data'), { recursive: true });
  expect(indexFolderIn(place, folder).removed.examples).toEqual(['data/a.md']);
});

it('a folder that became a link, a file that became binary: both go', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'sub/a.md': 'a', 'b.md': 'b', 'min.js': 'let a;' });
  indexFolderIn(place, folder);
  const away = join(makeTree({}), 'sub');
  renameSync(join(folder, 'sub'), away);
  symlinkSync(away, join(folder, 'sub'));
  writeFileSync(join(folder, 'b.md'), 'b\0');
  writeFileSync(join(folder, 'min.js'), 'x'.repeat(9_000));
  const report = indexFolderIn(place, folder);
  expect(summary(report)).toEqual([0, 0, 0, 0, 3]);
  expect(report.skipped.map(({ reason }) => reason).toSorted()).toEqual(['binary', 'link', 'minified']);
});

it('cancelled: what was committed stays, and the next call does the rest', () => {
  const place = knowledgePlace();
  const text = Array.from({ length: 400 }, (_, n) => `## Part ${n}\n\n${'word '.repeat(200)}\n`).join('\n');
  const folder = makeTree(Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.md`, text])));
  let seen = 0;
  const watch = {
    isCancelled: () => seen > 0,
    progress: () => {
      seen += 1;
    },
  };
  const first = indexFolderIn(place, folder, {}, watch);
  expect(first.isCancelled).toBe(true);
  expect(first.files).toBeGreaterThan(0);
  expect(first.files).toBeLessThan(4);
  expect(labels(place).length).toBeGreaterThanOrEqual(first.files);
  const second = indexFolderIn(place, folder);
  expect([second.files, second.isCancelled]).toEqual([4, false]);
  expect(place.store.countPassages(1)).toBe(place.store.countPassages(2));
});

it('tells how far it is', () => {
  const place = knowledgePlace();
  const text = 'a line of words\n\n'.repeat(50_000);
  const folder = makeTree({ '1.md': text, '2.md': text });
  const told: { readonly done: number; readonly total: number }[] = [];
  indexFolderIn(place, folder, {}, { isCancelled: () => false, progress: (p) => void told.push(p) });
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toMatchObject({
    done: 2 * text.length,
    total: 2 * text.length,
    message: '2 of 2 files',
  });
  expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
});

it('a file comes once, whichever way it came before', () => {
  const place = knowledgePlace();
  const folder = makeTree({ 'sub/a.md': 'a' });
  const path = join(folder, 'sub/a.md');
  indexFile(place, path, 'mine');
  indexFolderIn(place, folder);
  indexFolderIn(place, join(folder, 'sub'), { labelPrefix: 'sub/' });
  expect(labels(place)).toEqual(['mine']);
});

it('passages of files in other encodings are read from the file', () => {
  const place = knowledgePlace();
  const folder = makeTree({
    'le.md': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Größe 世界\n\ntext\n', 'utf16le')]),
    'latin.md': Buffer.from('# Gr\xf6\xdfe\n\nzwei\n', 'latin1'),
    'bom.md': '\ufeff# Größe\r\n\r\ndrei\r\n',
  });
  indexFolderIn(place, folder);
  const reader = new PassageReader(place.outDir);
  const texts = place.store.recentSources(10).map((source) => {
    const rows = place.database.read((c) =>
      c.prepare('SELECT * FROM chunks WHERE source_id = ? ORDER BY id').all(source.id),
    );
    return rows.map((row) => reader.read(source, Number(row.start_byte), Number(row.end_byte))).join('');
  });
  reader.close();
  expect(texts.toSorted()).toEqual(
    ['# Größe 世界\n\ntext\n', '# Größe\n\nzwei\n', '# Größe\r\n\r\ndrei\r\n'].toSorted(),
  );
});

it('whoever prepares files elsewhere hears of those of a new folder while it is walked, and of no others', () => {
  const told: number[] = [];
  const place = {
    ...knowledgePlace(),
    preparing: {
      expect: (files: number) => void told.push(files),
      prepare: (tasks: readonly IndexTask[]) =>
        prepareFiles(
          tasks,
          inOrder(tasks.length, () => false),
        ),
    },
  };
  const folder = makeTree({ 'a.md': 'alpha', 'b.md': 'beta', 'c/c.md': 'gamma' });
  expect(summary(indexFolderIn(place, folder))).toEqual([3, 3, 0, 0, 0]);
  expect(told).toEqual([1, 2, 3]);
  writeFileSync(join(folder, 'd.md'), 'delta');
  expect(summary(indexFolderIn(place, folder))).toEqual([4, 1, 0, 3, 0]);
  expect(told).toEqual([1, 2, 3]);
});

it('an empty folder is empty', () => {
  const folder = makeTree({ 'x/': '' });
  mkdirSync(join(folder, 'y'));
  expect(summary(indexFolderIn(knowledgePlace(), folder))).toEqual([0, 0, 0, 0, 0]);
});
