import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { NewSource, Source } from '#storage/source.ts';
import type { KnowledgePlace } from '../jobs.ts';
import type { KeepRequest, KeptOriginal } from '../originals/keep-original.ts';
import { moveOriginal, originalFile, originalSize, writeOriginal } from '../originals/originals.ts';
import { type LateNote, notedIds, readNote, removeNote, writeNote } from './late-note.ts';

/** Other servers may take names at the same moment, one each. */
const MAX_TRIES = 100;

/** So long after a note was written its text is there, or its writer is gone. */
const LOST_AFTER_MS = 600_000;

type LatePlace = { readonly store: Pick<KnowledgeStore, 'promisedId'>; readonly outDir: string };

/**
 * Keeps an original that the store cannot take now: under a handle that will be its own, as a file that can be read at once.
 * @throws AppError DISK_FULL or HOME_UNUSABLE, or what `fs` throws
 */
export function keepLate({ store, outDir }: LatePlace, request: KeepRequest): KeptOriginal {
  const { output, label, nowMs: createdMs, sessionId } = request;
  const put = (id: number): 'taken' | undefined =>
    output.kind === 'text' ? writeOriginal(outDir, id, output.text) : moveOriginal(outDir, id, output.file);
  const first = store.promisedId();
  let id = first;
  while (put(id) === 'taken') {
    id += 1;
    if (id > first + MAX_TRIES) throw new Error(`no free name for an original from ${first} on`);
  }
  // Only behind the text: what has a note can be taken in.
  writeNote(outDir, id, { label, createdMs, sessionId });
  return { id, path: originalFile(outDir, id), isNew: true };
}

/** An original that the store has not taken yet, as it will be there; undefined when this is none. */
export function lateSource(outDir: string, id: number): Source | undefined {
  const note = readNote(outDir, id);
  const bytes = originalSize(outDir, id);
  if (note === undefined || bytes === undefined) return undefined;
  return { id, ...rowOf(note, bytes), format: undefined };
}

/** All originals that the store has not taken yet. */
export const lateSources = (outDir: string): readonly Source[] =>
  notedIds(outDir).flatMap((id) => lateSource(outDir, id) ?? []);

const rowOf = ({ label, createdMs, sessionId }: LateNote, bytes: number): NewSource => ({
  label,
  kind: 'output',
  origin: 'stored',
  path: undefined,
  bytes,
  lines: 0,
  mtimeMs: undefined,
  hash: '',
  state: 'pending',
  createdMs,
  sessionId,
  root: undefined,
  sameAs: undefined,
});

interface Taken {
  readonly id: number;
  readonly bytes: number;
}

type StorePlace = Pick<KnowledgePlace, 'store' | 'sources' | 'outDir'>;

/**
 * Gives the store the originals that it could not take, each once, whoever else does so at the same moment. Returns those that
 * are to be indexed. @throws AppError of the store, which may take them later
 */
export function takeInLate(place: StorePlace, nowMs: number): readonly Taken[] {
  const { sources, outDir } = place;
  return notedIds(outDir).flatMap((id) => {
    const taken = sources.together(() => takeIn(place, id, nowMs));
    // After the commit: until then the note is all that knows of it.
    if (taken !== undefined) removeNote(outDir, id);
    return taken ?? [];
  });
}

/** Undefined when the text is still on its way; empty when somebody else was faster, or there is no text. */
function takeIn({ store, outDir }: StorePlace, id: number, nowMs: number): readonly Taken[] | undefined {
  const note = readNote(outDir, id);
  if (note === undefined) return [];
  const bytes = originalSize(outDir, id);
  if (bytes === undefined) return nowMs - note.createdMs > LOST_AFTER_MS ? [] : undefined;
  const row = rowOf(note, bytes);
  switch (store.insertPromised(id, row)) {
    case 'new':
      return [{ id, bytes }];
    case 'known':
      return [];
    case 'taken': {
      // The promise cannot be held; the text stays, and is found by its words and its label.
      const file = originalFile(outDir, id);
      return [{ id: store.insertSource(row, (newId) => moveOriginal(outDir, newId, file)), bytes }];
    }
  }
}
