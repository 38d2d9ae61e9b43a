import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import type { Driver } from '#storage/driver.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { createPurgeStore } from '#storage/purge-store.ts';
import { selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createSourceStore } from '#storage/source-store.ts';
import { createVocabulary } from '#storage/vocabulary.ts';
import { corpusFiles } from './measure/corpus.ts';
import { median, quantile } from './measure/statistics.ts';
import type { Figure, MeasureOptions, Question } from './question.ts';

const EVENTS = 2_000;
const OPENS = 20;
const CORPUS_BYTES = 10_000_000;
const QUICK_CORPUS_BYTES = 2_000_000;

const milliseconds = (work: () => void): number => {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
};

function openFigures(driver: Driver, options: MeasureOptions): readonly Figure[] {
  const use = (database: Database): void => {
    createSessionStore(database).totals();
  };
  const paths = Array.from({ length: OPENS }, () => join(options.product.newFolder(), 'plimsoll.db'));
  const timed = (path: string): number => {
    const database = openDatabase({ driver, path });
    const ms = milliseconds(() => use(database));
    database.close();
    return ms;
  };
  return [
    { name: 'open and migrate a new store, median', value: median(paths.map(timed)), unit: 'ms' },
    { name: 'open an existing store, median', value: median(paths.map(timed)), unit: 'ms' },
  ];
}

function eventFigures(driver: Driver, options: MeasureOptions): readonly Figure[] {
  const folder = options.product.newFolder();
  const database = openDatabase({ driver, path: join(folder, 'plimsoll.db') });
  const sessions = createSessionStore(database);
  const add = (index: number): number =>
    milliseconds(() =>
      sessions.addEvent({
        platform: 'claude-code',
        sessionId: 'bench',
        name: 'post_tool',
        cwd: folder,
        atMs: index,
        toolName: 'Bash',
        toolUseId: `toolu_${index}`,
        bytes: 120,
      }),
    );
  for (let index = 0; index < EVENTS / 10; index += 1) add(-1 - index);
  const taken = Array.from({ length: EVENTS }, (_, index) => add(index));
  database.close();
  return [
    { name: 'commit one event, p50', value: quantile(taken, 0.5), unit: 'ms' },
    { name: 'commit one event, p99', value: quantile(taken, 0.99), unit: 'ms' },
  ];
}

/** Indexes the files into a new store; million bytes a second, checkpoint included. */
function indexSpeed(driver: Driver, files: readonly string[], folder: string): number {
  const database = openDatabase({ driver, path: join(folder, 'plimsoll.db') });
  const store = createKnowledgeStore(database);
  const place = {
    store,
    sources: createSourceStore(database),
    purge: createPurgeStore(database),
    vocabulary: createVocabulary(database),
    outDir: join(folder, 'out'),
    turn: { isWanted: () => false, giveWay: () => undefined },
  };
  store.counts();
  const ms = milliseconds(() => {
    for (const path of files) {
      const request = { path, label: path, isRenamed: false, sessionId: undefined, nowMs: 0 };
      runKnowledgeJob(place, { kind: 'index-file', ...request });
    }
    database.checkpoint();
  });
  database.close();
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return bytes / 1_000 / ms;
}

export const storage: Question = {
  name: 'storage',
  text: 'How fast is the store?',
  floor: 'none: absolute, for information; no must',
  meaning:
    'The store’s own functions, called in this process with the driver of a bare clone. The corpus is docs and code of the pinned packages; it is indexed once file by file and once as one file of the same text. Commits go to the WAL with `synchronous=NORMAL`: they do not wait for the disk.',
  async measure(options) {
    const { product, isQuick } = options;
    const { driver } = selectDriver({ bundleDir: product.distDir });
    const files = corpusFiles(isQuick ? QUICK_CORPUS_BYTES : CORPUS_BYTES);
    const whole = join(product.newFolder(), 'corpus.md');
    writeFileSync(whole, files.map((path) => readFileSync(path, 'utf8')).join('\n'));
    const figures = [...openFigures(driver, options), ...eventFigures(driver, options)];
    return [
      ...figures,
      { name: 'files of the corpus', value: files.length, unit: 'count' },
      { name: 'index file by file', value: indexSpeed(driver, files, product.newFolder()), unit: 'MB/s' },
      { name: 'index as one file', value: indexSpeed(driver, [whole], product.newFolder()), unit: 'MB/s' },
    ];
  },
};
