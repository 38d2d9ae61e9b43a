import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Source } from '#storage/source.ts';
import type { SourceStore } from '#storage/source-store.ts';
import type { IndexTask, Prepared } from './index-prepare.ts';

/** Where transactions end early because somebody else waits to write. */
export interface WriteTurn {
  /** True while somebody waits. */
  readonly isWanted: () => boolean;
  /** Lets whoever waits go first. */
  readonly giveWay: () => void;
}

/** So many passages are written between two looks at whether somebody waits: about 1 ms. */
export const STEP_PASSAGES = 20;

/**
 * Runs work that comes in small steps in as few transactions as possible: one, if nobody else waits to write. What a
 * failed step leaves behind is undone to the last commit, and the error is thrown.
 */
export function inTransactions(sources: SourceStore, turn: WriteTurn, steps: Iterator<unknown>): void {
  let isDone = false;
  let fault: { readonly thrown: unknown } | undefined;
  const advance = (): void => {
    // The store runs a transaction again when it finds damage; steps that were lost cannot be.
    if (fault !== undefined) throw fault.thrown;
    try {
      isDone = steps.next().done === true;
    } catch (thrown) {
      fault = { thrown };
      throw thrown;
    }
  };
  while (!isDone) {
    turn.giveWay();
    sources.together(() => {
      do advance();
      while (!isDone && !turn.isWanted());
    });
  }
}

/** A task with what is known of its file. */
export interface PlannedFile extends IndexTask {
  readonly known: Source | undefined;
  /** Folder by which it comes in; undefined when it is named itself. */
  readonly root: string | undefined;
}

export interface WriteContext {
  readonly store: KnowledgeStore;
  readonly sources: SourceStore;
  readonly turn: WriteTurn;
  readonly sessionId: string | undefined;
  readonly nowMs: number;
}

/** Takes a source's passages away, in steps. */
export function* dropPassages(sources: SourceStore, id: number): Generator<void> {
  while (sources.removePassages(id, STEP_PASSAGES) === STEP_PASSAGES) yield;
}

/** Writes prepared files; one for all batches of a call. */
export class FileWriter {
  /** Passages written so far. */
  passages = 0;
  /** Handle of every finished file, by the place of its task. */
  readonly finished = new Map<number, number>();
  private readonly context: WriteContext;
  private readonly files: readonly PlannedFile[];
  /** Files of which parts are to come, by the place of their task: the handle, and the passages written so far. */
  private readonly open = new Map<number, { readonly id: number; count: number }>();

  constructor(context: WriteContext, files: readonly PlannedFile[]) {
    this.context = context;
    this.files = files;
  }

  write(batch: readonly Prepared[]): void {
    inTransactions(this.context.sources, this.context.turn, this.steps(batch));
  }

  private *steps(batch: readonly Prepared[]): Generator<void> {
    for (const prepared of batch) {
      const file = this.files[prepared.task];
      if (file === undefined) continue;
      if (prepared.kind === 'part') yield* this.part(prepared, file);
      else if (prepared.kind === 'same') this.same(prepared, file);
      yield;
    }
  }

  private *part(part: Extract<Prepared, { kind: 'part' }>, file: PlannedFile): Generator<void> {
    const { store, sources, nowMs } = this.context;
    const state = this.open.get(part.task) ?? { id: yield* this.begin(part, file), count: 0 };
    this.open.set(part.task, state);
    for (let at = 0; at < part.passages.length; at += STEP_PASSAGES) {
      state.count += sources.addPassages(state.id, part.passages.slice(at, at + STEP_PASSAGES));
      yield;
    }
    this.passages += part.passages.length;
    if (part.facts === undefined) return;
    this.open.delete(part.task);
    this.finished.set(part.task, state.id);
    // Another process that took the same file in meanwhile mixed its passages with these: it stays to be done again.
    if (store.countPassages(state.id) === state.count) sources.finish(state.id, part.facts, nowMs);
  }

  private *begin(part: Extract<Prepared, { kind: 'part' }>, file: PlannedFile): Generator<void, number> {
    const { sources } = this.context;
    // Another process may have taken the file in since it was looked for; from here on this one has the write lock.
    let id = file.known?.id ?? sources.findFile(file.path)?.id;
    if (id === undefined) id = this.insert(part, file);
    else {
      sources.begin(id, file.label, file.root);
      yield* dropPassages(sources, id);
    }
    return id;
  }

  private insert(part: Extract<Prepared, { kind: 'part' }>, file: PlannedFile): number {
    const { store, sessionId, nowMs } = this.context;
    return store.insertSource(
      {
        label: file.label,
        kind: part.sourceKind,
        origin: 'file',
        path: file.path,
        bytes: 0,
        lines: 0,
        mtimeMs: undefined,
        hash: '',
        state: 'pending',
        createdMs: nowMs,
        sessionId,
        root: file.root,
        sameAs: undefined,
      },
      () => undefined,
    );
  }

  /** Only the file's date changed. */
  private same(same: Extract<Prepared, { kind: 'same' }>, file: PlannedFile): void {
    const { known } = file;
    if (known === undefined) return;
    this.context.sources.finish(known.id, { ...known, ...same.facts }, this.context.nowMs);
  }
}
