import { type IndexReport, reportOf } from '../indexing/index-source.ts';
import type { JobOf, KnowledgeJobKind, KnowledgeJobResults, KnowledgePlace } from '../jobs.ts';
import { keepOriginal } from './keep-original.ts';
import { hasOriginal, sourceFile } from './originals.ts';

/** A stored text by its file. */
interface TextReport extends IndexReport {
  /** Absolute. */
  readonly path: string;
  /** See Source; empty when nothing is known. */
  readonly format: string;
}

/** A text that was fetched, in a file of its own that is moved. */
interface PageText {
  readonly label: string;
  /** Absolute; on the disk of the data directory, or it is copied. */
  readonly file: string;
  readonly bytes: number;
  /** sha256 of the text, hex. */
  readonly hash: string;
  /** See Source; empty when nothing is known. */
  readonly format: string;
  /** An older text of the same page, which goes when this one is another. */
  readonly replacedId: number | undefined;
}

export interface PageTools {
  /** Runs a job, in this thread when it is about few bytes. */
  readonly run: <K extends KnowledgeJobKind>(job: JobOf<K>, bytes: number) => Promise<KnowledgeJobResults[K]>;
  /** Whose call this is, and when. */
  readonly request: () => { readonly sessionId: string | undefined; readonly nowMs: number };
  /** A text was of use. */
  readonly note: (id: number) => void;
}

/** Texts of fetched pages among the originals. */
export function createPages(place: KnowledgePlace, { run, request, note }: PageTools) {
  const { store, sources, outDir } = place;
  return {
    /** Stores and indexes a fetched text. The same text under the same label is stored once. */
    async keepPage({ replacedId, ...page }: PageText): Promise<TextReport> {
      const asked = request();
      const output = { kind: 'file', file: page.file, hash: page.hash } as const;
      const format = page.format === '' ? undefined : page.format;
      const known = sources.findStoredAs(page.label, page.hash);
      const kept = keepOriginal(place, { ...asked, ...page, format, kind: 'doc', output });
      const isSame = known?.id === kept.id && known.state === 'ready';
      const report = isSame
        ? reportOf(place, known, 'unchanged')
        : await run<'index-stored'>({ kind: 'index-stored', id: kept.id, nowMs: asked.nowMs }, page.bytes);
      const text = { ...report, path: kept.path, format: page.format };
      if (replacedId === undefined || replacedId === kept.id) return text;
      const bytes = store.findSource(replacedId)?.bytes ?? 0;
      await run<'remove-sources'>({ kind: 'remove-sources', ids: [replacedId] }, bytes);
      // What shared its text with the one that went has it in a file of its own now.
      return { ...text, change: 'changed', path: pathOf(kept.id) ?? kept.path };
    },

    /** A stored text that is still there, as it was reported when it was kept; undefined when it is gone. */
    keptText(id: number): TextReport | undefined {
      const source = store.findSource(id);
      if (source === undefined || source.state !== 'ready' || !hasOriginal(outDir, source)) return undefined;
      note(id);
      const path = sourceFile(outDir, source);
      return { ...reportOf(place, source, 'unchanged'), path, format: source.format ?? '' };
    },
  };

  function pathOf(id: number): string | undefined {
    const source = store.findSource(id);
    return source === undefined ? undefined : sourceFile(outDir, source);
  }
}
