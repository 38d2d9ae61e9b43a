import { AppError } from '#core/errors.ts';
import { realPath } from '#infra/real-path.ts';
import type { Source } from '#storage/source.ts';
import type { KnowledgePlace, Watch } from '../jobs.ts';
import { removalSteps } from '../retention/remove-sources.ts';
import { type Walk, walkFolder } from '../walk/walk-folder.ts';
import type { Skipped, SkipReason } from '../walk/walk-skips.ts';
import type { IndexLimits } from './index-limits.ts';
import { type IndexFolderRequest, planFiles, vanished } from './index-plan.ts';
import { type IndexTask, inOrder, type Prepared, prepareFiles } from './index-prepare.ts';
import { IndexProgress } from './index-progress.ts';
import { FileWriter, inTransactions, type PlannedFile, type WriteContext } from './index-write.ts';

/** Files by what happened to them; names are labels, the first few of each. */
export interface FileChanges {
  readonly count: number;
  readonly examples: readonly string[];
}

export interface FolderReport {
  /** Files of the folder that are indexed now. */
  readonly files: number;
  readonly added: FileChanges;
  readonly changed: FileChanges;
  readonly unchanged: number;
  /** Were indexed, and are gone or left out now. */
  readonly removed: FileChanges;
  readonly skipped: readonly Skipped[];
  /** Limits that were hit. */
  readonly hit: readonly (keyof IndexLimits)[];
  readonly limits: IndexLimits;
  /** Bytes read, and passages written, by this call. */
  readonly bytes: number;
  readonly passages: number;
  /** The call was cancelled; what was committed stays. */
  readonly isCancelled: boolean;
}

const MAX_EXAMPLES = 5;
const changes = (names: readonly string[]): FileChanges => ({
  count: names.length,
  examples: names.slice(0, MAX_EXAMPLES),
});

const FAILURES: Readonly<Record<string, SkipReason>> = {
  CONTENT_BINARY: 'binary',
  FILE_TOO_LARGE: 'too large',
  FILE_UNREADABLE: 'unreadable',
};

/** What came of the files that were looked into. */
class Outcome {
  readonly added: string[] = [];
  readonly changed: string[] = [];
  /** Known files that turned out to be no text any more. */
  readonly lost: Source[] = [];
  same = 0;

  take(prepared: Prepared, file: PlannedFile, walk: Walk, prefix: string): void {
    if (prepared.kind === 'part') {
      if (prepared.facts !== undefined)
        (file.known === undefined ? this.added : this.changed).push(file.label);
      return;
    }
    if (prepared.kind === 'same') {
      this.same += 1;
      return;
    }
    const reason = prepared.kind === 'minified' ? 'minified' : FAILURES[prepared.code];
    if (reason === undefined && prepared.kind === 'failed')
      throw new AppError(prepared.code, prepared.message);
    walk.skips.add(reason ?? 'unreadable', file.label.slice(prefix.length));
    if (file.known?.root !== undefined) this.lost.push(file.known);
  }
}

/**
 * Takes in the files of a folder that are new or changed, and takes out what vanished.
 * @throws AppError FILE_UNREADABLE when the folder cannot be listed
 */
export function indexFolder(place: KnowledgePlace, asked: IndexFolderRequest, watch: Watch): FolderReport {
  // Whichever link led to it: its files are those of the folder itself, and what is avoided is found behind links too.
  const request = { ...asked, folder: realPath(asked.folder), avoid: asked.avoid.map(realPath) };
  const { sources } = place;
  const { isCancelled } = watch;
  const known = sources.filesBelow(request.folder);
  // Of a folder that is known already, most files need nothing.
  const onFile = known.length === 0 ? place.preparing?.expect : undefined;
  const mayRead = request.rules === undefined ? undefined : place.reading?.(request.rules);
  const walk = walkFolder({ ...request, isCancelled, onFile, mayRead });
  const { files, bytes, unchanged } = planFiles(walk, new Map(known.map((s) => [s.path ?? '', s])), request);
  const context: WriteContext = { ...place, sessionId: request.sessionId, nowMs: request.nowMs };
  const writer = new FileWriter(context, files);
  const outcome = new Outcome();
  const progress = new IndexProgress(bytes, watch);
  const prepare = place.preparing?.prepare ?? prepareHere;
  for (const batch of prepare(files.map(taskOf), isCancelled)) {
    writer.write(batch);
    for (const prepared of batch) {
      const file = files[prepared.task];
      if (file !== undefined) outcome.take(prepared, file, walk, request.labelPrefix);
    }
    progress.reach(batch.at(-1)?.task ?? 0);
    if (isCancelled()) break;
  }
  const lost = new Set(outcome.lost.map(({ path }) => path));
  const taken = new Set(walk.files.map(({ path }) => path).filter((path) => !lost.has(path)));
  const gone = isCancelled() ? [] : vanished(known, walk, taken, request);
  if (gone.length > 0)
    inTransactions(
      sources,
      place.turn,
      removalSteps(
        place,
        gone.map(({ id }) => id),
      ),
    );
  sources.noteUseBelow(request.folder, request.nowMs);
  return {
    files: unchanged + outcome.same + outcome.added.length + outcome.changed.length,
    added: changes(outcome.added),
    changed: changes(outcome.changed),
    unchanged: unchanged + outcome.same,
    removed: changes(gone.map(({ label }) => label)),
    skipped: walk.skips.list(),
    hit: [...walk.hit],
    limits: request.limits,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
    passages: writer.passages,
    isCancelled: isCancelled(),
  };
}

const prepareHere = (tasks: readonly IndexTask[], isCancelled: () => boolean) =>
  prepareFiles(tasks, inOrder(tasks.length, isCancelled));

/** What the preparing side needs to know of a file: it may be another thread. */
const taskOf = ({ path, label, maxBytes, knownHash, isFound }: PlannedFile): IndexTask => ({
  path,
  label,
  maxBytes,
  knownHash,
  isFound,
});
