import { AppError } from '#core/errors.ts';
import { statPath } from '#infra/stat-path.ts';
import type { Source, SourceKind } from '#storage/knowledge-store.ts';
import type { IndexReport } from './index-source.ts';
import {
  type JobOf,
  type KnowledgeJob,
  type KnowledgeJobKind,
  type KnowledgeJobResults,
  type KnowledgePlace,
  runKnowledgeJob,
} from './jobs.ts';
import { moveOriginal, originalFile, sourceFile, writeOriginal } from './originals.ts';
import { assertText, hashOf } from './read-text.ts';
import { type QueryAnswer, type SearchRequest, searchPassages } from './search-passages.ts';

/** Up to here a job is done at once (a few milliseconds); larger ones would hold up the hooks that this server serves. */
const INLINE_BYTES = 64 * 1024;

/** Runs jobs elsewhere: a worker thread. */
type RunElsewhere = (job: KnowledgeJob) => Promise<unknown>;

export interface KnowledgeOptions extends KnowledgePlace {
  readonly elsewhere: RunElsewhere;
  readonly sessionId: string | undefined;
  readonly nowMs: () => number;
  /** What failed behind an answer that is right all the same: an output stays readable by its handle, a search stands. */
  readonly onFault: (thrown: unknown) => void;
}

/** Text to keep, or the finished file that holds it and will be moved. */
export type OutputText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string };

export interface KeptOutput {
  readonly id: number;
  /** Absolute path of the stored original. */
  readonly path: string;
}

export type Knowledge = ReturnType<typeof createKnowledge>;

/** What a project knows: indexed files and stored originals, searchable and readable by handle. */
export function createKnowledge(options: KnowledgeOptions) {
  const { store, outDir } = options;
  let background: Promise<unknown> = Promise.resolve();

  async function run<K extends KnowledgeJobKind>(
    job: JobOf<K>,
    bytes: number,
  ): Promise<KnowledgeJobResults[K]> {
    const result = bytes <= INLINE_BYTES ? runKnowledgeJob(options, job) : await options.elsewhere(job);
    return result as KnowledgeJobResults[K];
  }

  /** Makes a stored original searchable after the answer went out; searches wait for it. */
  function indexLater(id: number, bytes: number): void {
    const previous = background;
    background = new Promise((resolve) => setImmediate(resolve))
      .then(() => previous)
      .then(() => run<'index-stored'>({ kind: 'index-stored', id }, bytes))
      .catch(options.onFault);
  }

  /** Waits for what is being indexed; then takes in what an earlier server did not get to. */
  async function settle(): Promise<void> {
    await background;
    for (const source of store.pendingSources()) {
      if (source.origin === 'stored') {
        await run<'index-stored'>({ kind: 'index-stored', id: source.id }, source.bytes).catch(
          options.onFault,
        );
      }
    }
  }

  function insertStored(
    label: string,
    kind: SourceKind,
    facts: { bytes: number; hash: string },
    write: (id: number) => void,
  ): number {
    return store.insertSource(
      {
        label,
        kind,
        origin: 'stored',
        path: undefined,
        bytes: facts.bytes,
        lines: 0,
        mtimeMs: undefined,
        hash: facts.hash,
        state: 'pending',
        createdMs: options.nowMs(),
        sessionId: options.sessionId,
      },
      write,
    );
  }

  async function withIndex<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (thrown) {
      if (!isIndexLost(thrown)) throw thrown;
      await run<'rebuild-index'>({ kind: 'rebuild-index' }, Number.POSITIVE_INFINITY);
      return work();
    }
  }

  return {
    settle,

    /** Keeps an output whole and gives its handle; it becomes searchable a moment later. */
    keepOutput(label: string, output: OutputText, bytes: number): KeptOutput {
      const hash = output.kind === 'text' ? hashOf(output.text) : '';
      const id = insertStored(label, 'output', { bytes, hash }, (newId) => {
        if (output.kind === 'text') writeOriginal(outDir, newId, output.text);
        else moveOriginal(outDir, newId, output.file);
      });
      indexLater(id, bytes);
      return { id, path: originalFile(outDir, id) };
    },

    /** Indexes a file where it lies. @throws AppError FILE_UNREADABLE, FILE_TOO_LARGE, CONTENT_BINARY */
    async indexFile(path: string, label: string): Promise<IndexReport> {
      const bytes = statPath(path)?.size ?? 0;
      return await run<'index-file'>(
        { kind: 'index-file', path, label, sessionId: options.sessionId, nowMs: options.nowMs() },
        bytes,
      );
    },

    /** Stores and indexes a given text. The same text under the same label is stored once. */
    async indexContent(text: string, label: string): Promise<IndexReport> {
      const content = Buffer.from(text);
      assertText(content, 'content');
      const hash = hashOf(content);
      const known = store.findByLabel(label, 'stored');
      if (known?.hash === hash && known.state === 'ready') {
        return { ...known, passages: store.countPassages(known.id), change: 'unchanged' };
      }
      const id = insertStored(label, 'doc', { bytes: content.length, hash }, (newId) =>
        writeOriginal(outDir, newId, text),
      );
      return await run<'index-stored'>({ kind: 'index-stored', id }, content.length);
    },

    /** See searchPassages. A lost text index is rebuilt first. */
    async search(request: SearchRequest): Promise<readonly QueryAnswer[]> {
      await settle();
      const answers = await withIndex(() => searchPassages(options, request));
      const used = new Set(answers.flatMap((answer) => answer.passages.map(({ hit }) => hit.source.id)));
      try {
        store.touch([...used], options.nowMs());
      } catch (thrown) {
        // A store that cannot be written (read-only, full) can be searched all the same.
        options.onFault(thrown);
      }
      return answers;
    },

    /** A page of a source by its handle. */
    async read(request: Omit<JobOf<'read'>, 'kind'>): Promise<KnowledgeJobResults['read']> {
      const source = store.findSource(request.id);
      const isHeavy = request.grep !== undefined || (source?.bytes ?? 0) > INLINE_BYTES;
      return await run<'read'>({ kind: 'read', ...request }, isHeavy ? Number.POSITIVE_INFINITY : 0);
    },

    pathOf: (source: Source): string => sourceFile(outDir, source),
    counts: () => store.counts(),
    recentSources: (limit: number) => store.recentSources(limit),
  };
}

/** Extended result code of a damaged virtual table (sqlite.org/rescode.html#corrupt_vtab). */
const CORRUPT_VTAB = 267;

/** True when the text index, and only it, is missing or damaged. */
function isIndexLost(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const cause = thrown.cause instanceof Error ? thrown.cause.message : '';
  return thrown.data.sqliteCode === CORRUPT_VTAB || /no such table: (?:main\.)?chunk_index/.test(cause);
}
