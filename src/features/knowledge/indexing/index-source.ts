import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { realPath } from '#infra/real-path.ts';
import type { IndexedPassage, Source } from '#storage/source.ts';
import type { SourceFacts } from '#storage/source-store.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { countLines } from '../originals/line-index.ts';
import { hasOriginal, shareOriginal, withStoredText } from '../originals/originals.ts';
import { FILE_LIMIT } from '../originals/read-text.ts';
import { hashOfFile, type TextWindow, textWindows } from '../originals/text-windows.ts';
import type { IndexLimits } from './index-limits.ts';
import { inOrder, Preparer, parts, prepareFiles } from './index-prepare.ts';
import { dropPassages, FileWriter, inTransactions, type PlannedFile, STEP_PASSAGES } from './index-write.ts';

export interface IndexReport {
  readonly id: number;
  readonly label: string;
  readonly bytes: number;
  readonly lines: number;
  readonly passages: number;
  /** `unchanged`: it was indexed already and is as it was. */
  readonly change: 'new' | 'changed' | 'unchanged';
}

export interface IndexFileRequest {
  /** Absolute. */
  readonly path: string;
  /** Name for a new source; a known file keeps its own unless `isRenamed`. */
  readonly label: string;
  readonly isRenamed: boolean;
  readonly sessionId: string | undefined;
  readonly nowMs: number;
}

/** What is told of a source; an alias has the passages of the text that it points to. */
export function reportOf(place: KnowledgePlace, source: Source, change: IndexReport['change']): IndexReport {
  const { id, label, bytes, lines } = source;
  return { id, label, bytes, lines, passages: place.store.countPassages(source.sameAs ?? id), change };
}

const never = (): boolean => false;

/**
 * Indexes a file in place: it is not copied. Indexing it again updates its source, whose handle stays.
 * @throws AppError FILE_UNREADABLE, FILE_TOO_LARGE, CONTENT_BINARY
 */
export function indexFile(place: KnowledgePlace, asked: IndexFileRequest): IndexReport {
  // Whichever link led to it: one file is one source.
  const request = { ...asked, path: realPath(asked.path) };
  const known = place.sources.findFile(request.path);
  const label = request.isRenamed ? request.label : (known?.label ?? request.label);
  const isAsNamed = known?.state === 'ready' && known.label === label && known.root === undefined;
  const file: PlannedFile = {
    path: request.path,
    label,
    maxBytes: FILE_LIMIT,
    knownHash: isAsNamed ? known.hash : undefined,
    isFound: false,
    known,
    root: undefined,
  };
  const writer = new FileWriter({ ...place, ...request }, [file]);
  for (const batch of prepareFiles([file], inOrder(1, never))) {
    for (const prepared of batch)
      if (prepared.kind === 'failed') throw new AppError(prepared.code, prepared.message);
    writer.write(batch);
  }
  const source = find(place, known?.id ?? writer.finished.get(0) ?? 0);
  const isSame = known !== undefined && known.hash === source.hash && known.label === source.label;
  return reportOf(place, source, known === undefined ? 'new' : isSame ? 'unchanged' : 'changed');
}

/** Indexed files whose date or size is another than it was. */
export interface RefreshRequest {
  readonly ids: readonly number[];
  /** Of a file that came by a folder. */
  readonly maxFileBytes: IndexLimits['maxFileBytes'];
  readonly nowMs: number;
}

/** Takes the files in again. Returns the handles of those that cannot be any more; they stay as they are. */
export function refreshFiles(place: KnowledgePlace, request: RefreshRequest): readonly number[] {
  const files: PlannedFile[] = [];
  for (const id of request.ids) {
    const known = place.store.findSource(id);
    if (known?.path === undefined) continue;
    const isFound = known.root !== undefined;
    files.push({
      path: known.path,
      label: known.label,
      maxBytes: isFound ? request.maxFileBytes : FILE_LIMIT,
      knownHash: known.state === 'ready' ? known.hash : undefined,
      isFound,
      known,
      root: known.root,
    });
  }
  const writer = new FileWriter({ ...place, sessionId: undefined, nowMs: request.nowMs }, files);
  const failed: number[] = [];
  for (const batch of prepareFiles(files, inOrder(files.length, never))) {
    writer.write(batch);
    for (const { kind, task } of batch)
      if (kind === 'failed' || kind === 'minified') failed.push(files[task]?.known?.id ?? 0);
  }
  return failed;
}

/** Makes a stored original searchable, its first 64 MB if it is larger. Doing it twice changes nothing. */
export function indexStored(
  place: KnowledgePlace,
  request: { readonly id: number; readonly nowMs: number },
): IndexReport {
  const { sources, outDir } = place;
  const source = find(place, request.id);
  if (source.sameAs !== undefined) return reportOf(place, source, 'new');
  withStoredText(outDir, source, (fd, size) => {
    const hash = source.hash || hashOfFile(fd, size);
    const twin = sources.findStoredContent(hash);
    if (twin !== undefined && twin.id < source.id && twin.state === 'ready' && hasOriginal(outDir, twin)) {
      sources.pointTo(source.id, twin, hash);
      shareOriginal(outDir, twin.id, source.id);
      return;
    }
    const steps = storedSteps(place, source, textWindows(fd, size), {
      bytes: size,
      mtimeMs: undefined,
      hash,
    });
    inTransactions(sources, place.turn, finished(place, source, steps, request.nowMs));
  });
  return reportOf(place, find(place, source.id), 'new');
}

/** Takes the passages of a text in, and returns the facts about it. */
function* storedSteps(
  { sources }: KnowledgePlace,
  source: Source,
  windows: Iterable<TextWindow>,
  facts: Omit<SourceFacts, 'lines'>,
): Generator<void, SourceFacts> {
  yield* dropPassages(sources, source.id);
  const preparer = new Preparer();
  const name = source.format === undefined ? source.label : `text.${source.format}`;
  let lines = 0;
  for (const { text, startByte, linesBefore } of windows) {
    lines = linesBefore + countLines(text);
    if (startByte >= FILE_LIMIT) continue;
    const indexed = { text: text.subarray(0, FILE_LIMIT - startByte), encoding: 'utf8' } as const;
    const passages = preparer.passagesOf(name, source.label, indexed);
    const document = { task: 0, sourceKind: source.kind };
    for (const part of parts(document, moved(passages, startByte, linesBefore), facts)) {
      for (let at = 0; at < part.passages.length; at += STEP_PASSAGES) {
        sources.addPassages(source.id, part.passages.slice(at, at + STEP_PASSAGES));
        yield;
      }
    }
  }
  return { ...facts, lines };
}

/** Passages of a part of a text, with their places in the whole. */
function* moved(passages: Iterable<IndexedPassage>, bytes: number, lines: number): Generator<IndexedPassage> {
  for (const passage of passages) {
    yield {
      ...passage,
      startByte: passage.startByte + bytes,
      endByte: passage.endByte + bytes,
      startLine: passage.startLine + lines,
      endLine: passage.endLine + lines,
    };
  }
}

function* finished(
  { sources }: KnowledgePlace,
  source: Source,
  steps: Generator<void, SourceFacts>,
  nowMs: number,
): Generator<void> {
  sources.finish(source.id, yield* steps, nowMs);
}

function find(place: KnowledgePlace, id: number): Source {
  const source = place.store.findSource(id);
  if (source === undefined) throw new AppError('HANDLE_UNKNOWN', `Nothing is stored as ${formatHandle(id)}.`);
  return source;
}
