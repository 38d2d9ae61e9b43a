import type { NewSource, SourceKind } from '#storage/source.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { hasOriginal, isTaken, originalFile, sourceFile } from './originals.ts';
import { PlacedText } from './placed-text.ts';
import { hashOf } from './read-text.ts';

/** Text to keep, or the finished file that holds it and will be moved. */
export type OutputText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      /** sha256 in hex, where it is known already. */
      readonly hash?: string;
    };

export interface KeptOriginal {
  readonly id: number;
  /** Absolute path of the stored text. */
  readonly path: string;
  /** False when the text was there already: nothing is left to be indexed. */
  readonly isNew: boolean;
}

export interface KeepRequest {
  readonly label: string;
  readonly kind: SourceKind;
  readonly output: OutputText;
  readonly bytes: number;
  /** A handle of its own, also where this label has one for the same text. */
  readonly isApart?: boolean;
  readonly sessionId: string | undefined;
  readonly nowMs: number;
  /** See Source. */
  readonly format?: string | undefined;
}

/**
 * Stores a text once. The same text under the same label has one handle; under another label it gets a handle of its own
 * that points to the text that is there. A text in a file whose hash is
 * not known is compared later, when it is indexed: it can be large. When the store does not take it, its text is where it was.
 * @throws AppError DISK_FULL or HOME_UNUSABLE, and those of the store
 */
export function keepOriginal(
  place: Pick<KnowledgePlace, 'store' | 'sources' | 'outDir'>,
  request: KeepRequest,
): KeptOriginal {
  const { store, sources, outDir } = place;
  const { label, output, nowMs } = request;
  const hash = output.kind === 'text' ? hashOf(output.text) : (output.hash ?? '');
  if (hash !== '' && request.isApart !== true) {
    const known = sources.findStoredAs(label, hash);
    if (known !== undefined && hasOriginal(outDir, known)) {
      store.touch([known.id], nowMs);
      return { id: known.id, path: sourceFile(outDir, known), isNew: false };
    }
  }
  const found = hash === '' ? undefined : sources.findStoredContent(hash);
  const twin = found !== undefined && hasOriginal(outDir, found) ? found : undefined;
  const source: NewSource = {
    label,
    kind: request.kind,
    origin: 'stored',
    path: undefined,
    bytes: request.bytes,
    lines: twin?.lines ?? 0,
    mtimeMs: undefined,
    hash,
    state: twin === undefined ? 'pending' : 'ready',
    createdMs: nowMs,
    sessionId: request.sessionId,
    root: undefined,
    sameAs: twin?.id,
    format: request.format,
  };
  // It has no file yet, but may inherit one.
  if (twin !== undefined) {
    const id = store.insertSource(source, (newId) => (isTaken(outDir, newId) ? 'taken' : undefined));
    return { id, path: originalFile(outDir, twin.id), isNew: false };
  }
  const text = new PlacedText(outDir, output);
  try {
    const id = store.insertSource(source, (newId) => text.put(newId));
    return { id, path: originalFile(outDir, id), isNew: true };
  } catch (thrown) {
    text.takeBack();
    throw thrown;
  }
}
