import { AppError, type ErrorCode } from '#core/errors.ts';
import { maskBytes } from '#core/text/redact-secrets.ts';
import { KIB } from '#core/units.ts';
import { existingPath } from '#infra/real-path.ts';
import type { IndexedPassage, SourceKind } from '#storage/source.ts';
import type { SourceFacts } from '#storage/source-store.ts';
import { chunkDocument, kindOf } from '../chunkers/index.ts';
import { type FileText, hashOf, readFileBytes, textOf } from '../originals/read-text.ts';
import { FilePlaces } from './decode-text.ts';
import { PassageTermsMaker } from './passage-terms.ts';

/** A file to read and to cut into passages. */
export interface IndexTask {
  /** Absolute. */
  readonly path: string;
  readonly label: string;
  readonly maxBytes: number;
  /** Of the content that is indexed already; undefined: whatever the file holds is new. */
  readonly knownHash: string | undefined;
  /** The file was found in a folder: code without line breaks is not taken in. */
  readonly isFound: boolean;
}

/** What became of a task. `task` is its place in the list. */
export type Prepared =
  | {
      /** Some passages of a document. The last part, which may have none, bears the facts. */
      readonly kind: 'part';
      readonly task: number;
      readonly sourceKind: SourceKind;
      readonly passages: readonly IndexedPassage[];
      readonly facts: SourceFacts | undefined;
    }
  | {
      readonly kind: 'same';
      readonly task: number;
      readonly facts: Pick<SourceFacts, 'bytes' | 'mtimeMs'>;
    }
  | { readonly kind: 'minified'; readonly task: number }
  | { readonly kind: 'failed'; readonly task: number; readonly code: ErrorCode; readonly message: string };

/** A transaction takes at least so many passages, if there are so many: its fixed price is a millisecond. */
const BATCH_PASSAGES = 500;

/** Code whose lines are longer on average was made by a tool, for machines. */
const MINIFIED_LINE_BYTES = 500;
/** Of a smaller file the lines say little, and it does no harm. */
const MINIFIED_MIN_BYTES = 4 * KIB;

const LINE_FEED = 10;
/** Enough to know how a file is written. */
const SAMPLE_BYTES = 64 * KIB;

function isMinified(path: string, text: Buffer): boolean {
  if (text.length < MINIFIED_MIN_BYTES || !/\.(?:[cm]?jsx?|css)$/i.test(path)) return false;
  const sample = text.subarray(0, SAMPLE_BYTES);
  return !hasLines(sample, sample.length / MINIFIED_LINE_BYTES);
}

/** At least so many; most texts show it in their first kilobytes. */
function hasLines(text: Buffer, least: number): boolean {
  let lines = 0;
  for (let at = 0; at < text.length && lines < least; lines += 1) {
    const feed = text.indexOf(LINE_FEED, at);
    at = feed < 0 ? text.length : feed + 1;
  }
  return lines >= least;
}

/** Most files are smaller. */
const ROOM_BYTES = 256 * KIB;

/** Reads documents, cuts them and makes the terms of their passages; keeps what it learns of words, so use one for many. */
export class Preparer {
  private readonly terms = new PassageTermsMaker();
  /** For the bytes of one file after the other: a fresh one for each costs time, and memory until it is collected. */
  private readonly room = Buffer.allocUnsafeSlow(ROOM_BYTES);

  /**
   * Passages of a document with their places in the file's own bytes; what is a secret in it is no term of the index, and in
   * no title. `name` tells its kind, `label` how it is found.
   */
  *passagesOf(name: string, label: string, { text, encoding }: FileText): Generator<IndexedPassage> {
    const places = new FilePlaces(text, encoding);
    const shown = maskBytes(text);
    for (const passage of chunkDocument(name, shown)) {
      const made = this.terms.makeOf(label, passage, shown);
      yield encoding === 'utf8'
        ? made
        : { ...made, startByte: places.of(passage.startByte), endByte: places.of(passage.endByte) };
    }
  }

  *prepareFile(task: IndexTask, place: number): Generator<Prepared> {
    try {
      yield* this.file(task, place);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      yield { kind: 'failed', task: place, code: thrown.code, message: thrown.message };
    }
  }

  private *file(task: IndexTask, place: number): Generator<Prepared> {
    const { bytes, mtimeMs } = readFileBytes(task.path, task.maxBytes, this.room);
    // Found files have no links below their folder; one that was named has none at all.
    if (!task.isFound && existingPath(task.path) !== task.path)
      throw new AppError('FILE_UNREADABLE', `${task.path} was exchanged while it was opened.`);
    const hash = hashOf(bytes);
    if (hash === task.knownHash) {
      yield { kind: 'same', task: place, facts: { bytes: bytes.length, mtimeMs } };
      return;
    }
    const content = textOf(bytes, task.path);
    if (task.isFound && isMinified(task.path, content.text)) {
      yield { kind: 'minified', task: place };
      return;
    }
    const sourceKind = kindOf(task.path, content.text);
    const facts = { bytes: bytes.length, mtimeMs, hash };
    yield* parts({ task: place, sourceKind }, this.passagesOf(task.path, task.label, content), facts);
  }
}

/** A document in parts of at most `BATCH_PASSAGES`. Its last passage ends with its last line. */
export function* parts(
  document: { readonly task: number; readonly sourceKind: SourceKind },
  passages: Iterable<IndexedPassage>,
  facts: Omit<SourceFacts, 'lines'>,
): Generator<Extract<Prepared, { kind: 'part' }>> {
  let some: IndexedPassage[] = [];
  for (const passage of passages) {
    if (some.length === BATCH_PASSAGES) {
      yield { kind: 'part', ...document, passages: some, facts: undefined };
      some = [];
    }
    some.push(passage);
  }
  yield { kind: 'part', ...document, passages: some, facts: { ...facts, lines: some.at(-1)?.endLine ?? 0 } };
}

/**
 * Prepared files in batches that are worth a transaction. `next` gives the place of the next file to take, so that threads
 * can share a list; undefined: no more.
 */
export function* prepareFiles(
  tasks: readonly IndexTask[],
  next: () => number | undefined,
): Generator<readonly Prepared[]> {
  const preparer = new Preparer();
  let batch: Prepared[] = [];
  let passages = 0;
  for (let place = next(); place !== undefined; place = next()) {
    const task = tasks[place];
    if (task === undefined) break;
    for (const prepared of preparer.prepareFile(task, place)) {
      batch.push(prepared);
      // A file without passages is worth some time too.
      passages += prepared.kind === 'part' ? Math.max(1, prepared.passages.length) : 1;
      if (passages < BATCH_PASSAGES) continue;
      yield batch;
      batch = [];
      passages = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Places of a list from front to back, until the work is cancelled. */
export function inOrder(count: number, isCancelled: () => boolean): () => number | undefined {
  let place = 0;
  return () => {
    if (place >= count || isCancelled()) return undefined;
    place += 1;
    return place - 1;
  };
}
